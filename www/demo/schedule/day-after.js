/** @param {string} date YYYY-MM-DD @param {number} days */
export const dayAfter = (date, days) => new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

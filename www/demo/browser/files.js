/** Largest file taken, in megabytes. */
export const MAX_MB = 5;

/** Offers a file to the user as a download. @param {string} name @param {BlobPart} content @param {string} type */
export function download(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replaceAll(/[\\/:*?"<>|]/g, '-');
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** Whether a file exceeds the size limit. @param {File} file @param {number} [most] in megabytes */
export const isTooLarge = (file, most = MAX_MB) => file.size > most * 1e6;

/** Asks the user for one file. @param {string} accept @returns {Promise<File | null>} null if none was chosen */
export const chooseFile = async accept => (await askForFiles({ accept }))[0] ?? null;

/** Asks the user for files. @param {string} accept @returns {Promise<File[]>} none if none was chosen */
export const chooseFiles = accept => askForFiles({ accept, multiple: true });

/** @param {{ accept: string, multiple?: boolean }} wanted @returns {Promise<File[]>} */
function askForFiles(wanted) {
  return new Promise(resolve => {
    const chooser = Object.assign(document.createElement('input'), { type: 'file', ...wanted });
    chooser.addEventListener('change', () => resolve([...chooser.files]));
    chooser.addEventListener('cancel', () => resolve([]));
    chooser.click();
  });
}

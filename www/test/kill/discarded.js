/**
 * Reports databases that Chromium discards because it finds them damaged; only `upgradeneeded` tells. Import this before the first
 * database is opened.
 * @param {(what: { database: string, message: string }) => void} tell
 */
export function watchDiscarded(tell) {
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function watched(...given) {
    const request = open.apply(this, given);
    request.addEventListener('upgradeneeded', ({ dataLoss, dataLossMessage }) => {
      if (dataLoss === 'total') tell({ database: given[0], message: dataLossMessage });
    });
    return request;
  };
}

/**
 * Asks the user for a folder or a zip.
 * @param {'folder' | 'zip'} what @returns {Promise<FileList | null>} null if nothing was chosen
 */
export function pickFiles(what) {
  return new Promise(resolve => {
    const chooser = document.createElement('input');
    chooser.type = 'file';
    if (what === 'folder') chooser.webkitdirectory = true;
    else chooser.accept = '.zip,application/zip';
    chooser.addEventListener('change', () => resolve(chooser.files?.length ? chooser.files : null));
    chooser.addEventListener('cancel', () => resolve(null));
    chooser.click();
  });
}

/** Largest file taken, in megabytes. */
export const MAX_MB = 5;

/** Hands a text to the user as a file. @param {string} name @param {string} text @param {string} type */
export function download(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replaceAll(/[\\/:*?"<>|]/g, '-');
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** Asks for one file. @param {string} accept @returns {Promise<string | null>} its text, null if none was chosen */
export function pickFile(accept) {
  return new Promise(resolve => {
    const chooser = document.createElement('input');
    chooser.type = 'file';
    chooser.accept = accept;
    chooser.addEventListener('change', async () => resolve(await chooser.files[0]?.text() ?? null));
    chooser.addEventListener('cancel', () => resolve(null));
    chooser.click();
  });
}

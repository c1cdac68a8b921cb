// @ts-check
/** What makes an object end with the block of `await using`, where the language has that. @param {() => Promise<void>} close @returns {any} */
export const disposable = close => (Symbol.asyncDispose ? { [Symbol.asyncDispose]: close } : {});

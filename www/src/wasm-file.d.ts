/** A file of the package as your bundler hands it over: its address, or the module that it has compiled. `load` and `init` take both. */
declare const wasm: string | WebAssembly.Module;
export default wasm;

/** Styles are loaded by whoever bundles the module that names them. */
declare module '*.css'

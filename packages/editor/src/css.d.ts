/** The bundler loads the styles that a module imports. */
declare module '*.css'

// The policy of our pages forbids code made from text. The validator would try whether it may, which browsers report as
// a violation. Read when it is loaded, which is later: so no import of it is needed.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

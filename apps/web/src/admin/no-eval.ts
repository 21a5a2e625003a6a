// The content security policy forbids `eval`. Zod would test for it, and browsers would report a violation. This is set
// before zod is loaded, which reads it then.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// Loaded by --import into every process of a site. Shifts the clock, but not the timers, by SHIFT_MS in the program that
// SHIFTED_PROGRAM names.

const { SHIFTED_PROGRAM = '', SHIFT_MS = '0' } = process.env

if (SHIFTED_PROGRAM && process.argv[1]?.endsWith(`apps/${SHIFTED_PROGRAM}/src/main.ts`)) {
  const realNow = Date.now
  const now = () => realNow() + Number(SHIFT_MS)
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
  })
}

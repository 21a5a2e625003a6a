// An editor loads the conversion of pasted documents when it is idle, which may be after the last test of its file. Vitest
// loads no module then, and the next files of the process, which share their modules, would fail.
import './insert-pasted.ts'

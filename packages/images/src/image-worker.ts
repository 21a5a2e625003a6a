import { type EncodeRequest, encodeImage } from './encode-image.ts'
import { answerRequests } from './worker-process.ts'

answerRequests<EncodeRequest, Awaited<ReturnType<typeof encodeImage>>>(encodeImage)

import { answerRequests } from '@nightdesk/images'
import { type DrawReply, type DrawRequest, draw } from './draw.ts'

answerRequests<DrawRequest, DrawReply>(draw)

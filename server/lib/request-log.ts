import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/** One line a request, when it is answered: a second one, when it comes, would double what the log costs. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = { req: request, res: reply, responseTime: reply.elapsedTime }
    if (error) request.log.error({ ...line, err: error }, 'request failed')
    else request.log.info(line, 'request completed')
  }
}

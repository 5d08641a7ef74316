/** Conditional requests (304) and range requests (RFC 9110). */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

interface Known {
  etag: string
  modified?: Date | undefined
}

/** Whether the client's copy is still current. The tag counts more than the date. */
export function isUnchanged({ headers }: Pick<FastifyRequest, 'headers'>, { etag, modified }: Known): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) {
    const bare = (tag: string): string => tag.trim().replace(/^W\//, '')
    return tags.split(',').some(tag => tag.trim() === '*' || bare(tag) === bare(etag))
  }
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return modified !== undefined && Math.floor(modified.getTime() / 1000) * 1000 <= since
}

interface Text {
  type: string
  text: string
  /** How long a browser or a proxy may keep the text without asking again. */
  seconds: number
  modified?: Date | undefined
}

/** Sends a public text, or 304 if the client has it. The tag is weak, because the text may be compressed. */
export function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, text, seconds, modified }: Text
): FastifyReply {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  void reply.headers({ 'cache-control': `public, max-age=${seconds}`, etag })
  if (modified) void reply.header('last-modified', modified.toUTCString())
  if (isUnchanged(request, { etag, modified })) return reply.status(304).send()
  return reply.type(`${type}; charset=utf-8`).send(text)
}

/** Bytes from one position to another, inclusive and counted from 0, or the last bytes of a file. */
export type Range = { first: number; last: number | null } | { lastBytes: number }

/** The requested range of bytes. Undefined means that the whole file is sent. */
export function readRange({ range = '', 'if-range': condition }: IncomingHttpHeaders, etag: string): Range | undefined {
  if (condition !== undefined && condition !== etag) return undefined
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? []
  if (first) {
    const [from, to] = [Number(first), last ? Number(last) : null]
    return to === null || from <= to ? { first: from, last: to } : undefined
  }
  return last ? { lastBytes: Number(last) } : undefined
}

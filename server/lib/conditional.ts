/** Requests for what the asker may have already, and for a piece of a file (RFC 9110). */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

interface Known {
  etag: string
  modified?: Date | undefined
}

/** Whether what the asker has is still right. A tag says more than a date. */
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
  /** How long a browser or a proxy may keep it without asking. */
  seconds: number
  modified?: Date | undefined
}

/** Sends a public text, or 304 to whoever has it. The tag is weak, since the text may be compressed. */
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

/** Bytes from one to another, both of them counted from 0 on, or the last ones of a file. */
export type Range = { first: number; last: number | null } | { lastBytes: number }

/** The one range of bytes that is asked for; undefined for a whole file, and where we send the whole file instead. */
export function readRange({ range = '', 'if-range': condition }: IncomingHttpHeaders, etag: string): Range | undefined {
  if (condition !== undefined && condition !== etag) return undefined
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? []
  if (first) {
    const [from, to] = [Number(first), last ? Number(last) : null]
    return to === null || from <= to ? { first: from, last: to } : undefined
  }
  return last ? { lastBytes: Number(last) } : undefined
}

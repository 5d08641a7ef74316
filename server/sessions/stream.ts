/**
 * Sends the five live fields of a session and its chat as server-sent events, for pages whose socket does not open
 * (D-67). It sends the state first, then changes and messages, numbered as in the room. After a break the browser
 * reconnects and gets the state again.
 */
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LivePoll } from '../../domain/sessions/api.ts'
import { type FromServer, toStreamUpdate } from '../../domain/socket/messages.ts'
import { findUsername } from '../accounts/logins.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Member } from '../realtime/hub.ts'

const HEARTBEAT_MS = 25_000
/** A reader that is this far behind is dropped. */
const MOST_WAITING = 1_000_000

/** Whether the listener may still read: a login may have ended, and the hut may be for members only by now. */
const mayListen = async (deps: Dependencies, { cookies }: FastifyRequest): Promise<boolean> =>
  deps.config.hut.members_only === 0 || (await findUsername(deps, cookies).catch(() => null)) !== null

/**
 * Streams a room.
 * @param room null for an activity, which never changes
 * @param load reads the state; called after listening began
 */
export async function sendStream(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  room: number | null,
  load: () => Promise<LivePoll>
): Promise<void> {
  const { raw } = reply
  const write = (data: unknown, seq: number): void => {
    if (raw.writableLength > MOST_WAITING) raw.destroy()
    else raw.write(`id: ${seq}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  const member: Member = {
    username: request.viewer?.username ?? null,
    seq: null,
    pending: [],
    send: ({ texts }) => {
      for (const text of texts) {
        const message = JSON.parse(text) as FromServer
        if (message.type === 'update') write(toStreamUpdate(message.data), message.seq)
        else if (message.type === 'message') write({ message: message.message }, message.seq)
      }
    }
  }
  if (room !== null) deps.hub.enter(room, member)
  const leave = (): void => {
    cancel()
    if (room !== null) deps.hub.leave(room, member)
  }
  let cancel = (): void => {}
  raw.on('close', leave)
  try {
    const now = await load()
    reply.hijack()
    raw.writeHead(200, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no'
    })
    write(now, now.seq)
    if (room !== null) deps.hub.caughtUp(room, member, [], now.seq)
    const beat = (): void => {
      raw.write(': still here\n\n')
      cancel = deps.clock.after(HEARTBEAT_MS, beat)
      void mayListen(deps, request).then(may => may || raw.end())
    }
    cancel = deps.clock.after(HEARTBEAT_MS, beat)
    if (raw.destroyed) leave()
  } catch (error) {
    leave()
    throw error
  }
}

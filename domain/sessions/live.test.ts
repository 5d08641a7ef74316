import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fromPage, fromServer, roomEvent, update } from './live.ts'

const takes = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).success
const message = {
  id: 1,
  content: 'Hi',
  messageable_type: 'challenge_event',
  messageable_id: 5,
  client_uuid: null,
  username: 'ada',
  created_at: '2026-01-01T12:00:00.000Z'
}

describe('what a page sends', () => {
  test.each([
    ['CHAT-05 a join on the first visit', { type: 'join', room: 5 }, true],
    [
      'D-105 a join that says what was seen last',
      { type: 'join', room: 5, since: 12, client_uuid: 'x', username: 'ada' },
      true
    ],
    ['CHAT-05 a join of a visitor', { type: 'join', room: 5, client_uuid: null, username: null, since: null }, true],
    ['CHAT-05 a join without a room', { type: 'join' }, false],
    ['D-105 a number before the first', { type: 'join', room: 5, since: -1 }, false],
    ['D-105 half a number', { type: 'join', room: 5, since: 1.5 }, false],
    ['API-01 a client_uuid of 101 characters', { type: 'join', room: 5, client_uuid: 'x'.repeat(101) }, false],
    ['D-82 a ping', { type: 'ping', sent: 1.5 }, true],
    ['D-82 a ping without its time', { type: 'ping' }, false],
    ['CHAT-05 a message, which goes by a call', { type: 'message', message }, false],
    ['CHAT-05 no object', 'join', false]
  ])('%s', (_, sent, taken) => {
    expect(takes(fromPage, sent)).toBe(taken)
  })
})

describe('what the server sends', () => {
  test.each([
    ['D-105 a message with its number', { type: 'message', room: 5, seq: 3, message }, true],
    ['D-105 a message without a number', { type: 'message', room: 5, message }, false],
    ['CHAT-06 an update', { type: 'update', room: 5, seq: 4, data: { left: ['ada'] } }, true],
    ['CHAT-06 an update of nothing', { type: 'update', room: 5, seq: 4, data: {} }, true],
    ['CHAT-06 an update without data', { type: 'update', room: 5, seq: 4 }, false]
  ])('%s is stored: %#', (_, event, taken) => {
    expect(takes(roomEvent, event)).toBe(taken)
    expect(takes(fromServer, event)).toBe(taken)
  })

  test.each([
    ['D-105 presence, which has no number of its own', { type: 'join', room: 5, users: ['ada'], online: 1 }],
    ['D-105 that too much was missed', { type: 'reload', room: 5, seq: 99 }],
    ['D-82 the response to a ping', { type: 'pong', sent: 1, server_time: 2 }],
    ['SEC-55 that something was refused', { type: 'error', message: 'No' }]
  ])('%s is sent and never stored', (_, event) => {
    expect([takes(fromServer, event), takes(roomEvent, event)]).toEqual([true, false])
  })

  test.each([
    ['CHAT-09 a start', { started_at: null }, true],
    ['SES-063 a status', { status: 2 }, true],
    ['SES-063 a status that is none', { status: 3 }, false],
    ['D-106 a locked chat', { chat_locked: 1 }, true],
    ['D-131 what was deleted', { deleted_messages: [1], deleted_posts: [2] }, true],
    ['D-94 a plan that changed', { reload: true }, true],
    ['D-94 a plan that did not', { reload: false }, false]
  ])('%s may be part of an update: %#', (_, data, taken) => {
    expect(takes(update, data)).toBe(taken)
  })
})

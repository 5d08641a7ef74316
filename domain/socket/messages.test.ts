import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fromPage, fromServer, roomEvent, update } from './messages.ts'

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

describe('messages from the page', () => {
  test.each([
    ['a join on the first visit', { type: 'join', room: 5 }, true],
    ['a join with the last seen number', { type: 'join', room: 5, since: 12, client_uuid: 'x', username: 'ada' }, true],
    ['a join of a visitor', { type: 'join', room: 5, client_uuid: null, username: null, since: null }, true],
    ['a join without a room', { type: 'join' }, false],
    ['a negative number', { type: 'join', room: 5, since: -1 }, false],
    ['a fractional number', { type: 'join', room: 5, since: 1.5 }, false],
    ['a client_uuid of 101 characters', { type: 'join', room: 5, client_uuid: 'x'.repeat(101) }, false],
    ['a ping', { type: 'ping', sent: 1.5 }, true],
    ['a ping without its time', { type: 'ping' }, false],
    ['a chat message, which needs a call', { type: 'message', message }, false],
    ['no object', 'join', false]
  ])('%s', { tags: ['CHAT-05', 'D-105', 'API-01', 'D-82'] }, (_, sent, taken) => {
    expect(takes(fromPage, sent)).toBe(taken)
  })
})

describe('messages from the server', () => {
  test.each([
    ['a message with its number', { type: 'message', room: 5, seq: 3, message }, true],
    ['a message without a number', { type: 'message', room: 5, message }, false],
    ['an update', { type: 'update', room: 5, seq: 4, data: { left: ['ada'] } }, true],
    ['an empty update', { type: 'update', room: 5, seq: 4, data: {} }, true],
    ['an update without data', { type: 'update', room: 5, seq: 4 }, false]
  ])('%s is a valid stored event: %#', { tags: ['D-105', 'CHAT-06'] }, (_, event, taken) => {
    expect(takes(roomEvent, event)).toBe(taken)
    expect(takes(fromServer, event)).toBe(taken)
  })

  test.each([
    ['presence, which has no number', { type: 'join', room: 5, users: ['ada'], online: 1 }],
    ['a reload after too many missed events', { type: 'reload', room: 5, seq: 99 }],
    ['the response to a ping', { type: 'pong', sent: 1, server_time: 2 }],
    ['an error', { type: 'error', message: 'No' }]
  ])('%s is sent but never stored', { tags: ['D-105', 'D-82', 'SEC-55'] }, (_, event) => {
    expect([takes(fromServer, event), takes(roomEvent, event)]).toEqual([true, false])
  })

  test.each([
    ['a start', { started_at: null }, true],
    ['a status', { status: 2 }, true],
    ['an unknown status', { status: 3 }, false],
    ['a locked chat', { chat_locked: 1 }, true],
    ['deleted messages and posts', { deleted_messages: [1], deleted_posts: [2] }, true],
    ['a changed plan', { reload: true }, true],
    ['an unchanged plan', { reload: false }, false]
  ])('%s in an update: %#', { tags: ['CHAT-09', 'SES-063', 'D-106', 'D-131', 'D-94'] }, (_, data, taken) => {
    expect(takes(update, data)).toBe(taken)
  })
})

import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { HOST_ADA, roomOf } from '../../testing/page/session-page.ts'
import type { RoomPage } from './apply-event.ts'
import { useSteadyRoom } from './steady-room.ts'

const CLOCK = {} as never

/** Returns the rooms that each pass of React renders, the last one being on screen. */
function watch(first: RoomPage) {
  let passes: RoomPage[] = []
  const { rerender } = renderHook(({ data }) => passes.push(useSteadyRoom(data, CLOCK).data), {
    initialProps: { data: first }
  })
  return (data: RoomPage): RoomPage[] => {
    passes = []
    rerender({ data })
    return passes
  }
}

const room: RoomPage = roomOf({}, { participants: [HOST_ADA] })

function afterEvent(page: RoomPage): RoomPage {
  const { challengeEvent } = page
  return { ...page, challengeEvent: { ...challengeEvent, seq: challengeEvent.seq + 1 } }
}

test('an event is rendered after the press that comes with it', () => {
  const show = watch(room)
  const event = afterEvent(room)
  expect(show(event)).toEqual([room, event])
})

test('my own change is rendered at once, and with it the events before it', () => {
  const show = watch(room)
  const event = afterEvent(room)
  show(event)
  const mine = { ...event, participants: [] }
  expect(show(mine)[0]).toBe(mine)
})

test('another room is rendered at once', () => {
  const show = watch(room)
  const other = { ...room, challengeEvent: { ...room.challengeEvent, id: 99, seq: 50 } }
  expect(show(other)[0]).toBe(other)
})

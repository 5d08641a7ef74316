import { changeRoomPages } from '../live/room-pages.ts'

export function changePartText(session: number, part: string, content: string): void {
  changeRoomPages(session, page => {
    const parts = page.challengeEvent.parts.map(group => ({
      ...group,
      parts: group.parts.map(one => (one.uuid === part ? { ...one, content } : one))
    }))
    return { ...page, challengeEvent: { ...page.challengeEvent, parts } }
  })
}

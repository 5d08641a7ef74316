import { type PartText, withPartText } from '../../live/apply-event.ts'
import { changeRoomPages } from '../../live/room-pages.ts'

export function changePartText(session: number, text: PartText): void {
  changeRoomPages(session, page => withPartText(page, text))
}

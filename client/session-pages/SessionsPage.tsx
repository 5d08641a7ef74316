import { eventsPage } from '../../domain/browse/api.ts'
import { ListScreen } from '../browse/ListScreen.tsx'
import { usePage } from '../lib/page.ts'

export function SessionsPage() {
  return <ListScreen kind="sessions" data={usePage(eventsPage)} />
}

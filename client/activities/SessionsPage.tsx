import { eventsPage } from '../../domain/activities/api.ts'
import { usePage } from '../lib/page.ts'
import { ListScreen } from './ListScreen.tsx'

export function SessionsPage() {
  return <ListScreen kind="sessions" data={usePage(eventsPage)} />
}

import { homePage } from '../../domain/activities/api.ts'
import { usePage } from '../lib/page.ts'
import { ListScreen } from './ListScreen.tsx'
import { Welcome } from './Welcome.tsx'

export function HomePage() {
  return <ListScreen kind="sessions" data={usePage(homePage)} welcome={<Welcome />} />
}

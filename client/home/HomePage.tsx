import { homePage } from '../../domain/browse/api.ts'
import { ListScreen } from '../browse/ListScreen.tsx'
import { usePage } from '../lib/page.ts'
import { Welcome } from './Welcome.tsx'

export function HomePage() {
  return <ListScreen kind="sessions" data={usePage(homePage)} welcome={<Welcome />} />
}

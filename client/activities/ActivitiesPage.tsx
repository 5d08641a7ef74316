import { activitiesPage } from '../../domain/activities/api.ts'
import { usePage } from '../lib/page.ts'
import { ListScreen } from './ListScreen.tsx'

export function ActivitiesPage() {
  return <ListScreen kind="activities" data={usePage(activitiesPage)} />
}

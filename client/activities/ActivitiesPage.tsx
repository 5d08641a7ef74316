import { activitiesPage } from '../../domain/activities/api.ts'
import { ListScreen } from '../browse/ListScreen.tsx'
import { usePage } from '../lib/page.ts'

export function ActivitiesPage() {
  return <ListScreen kind="activities" data={usePage(activitiesPage)} />
}

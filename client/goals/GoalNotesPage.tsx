import { goalNotesPage } from '../../domain/goals/api.ts'
import { usePersonalPage } from '../lib/page.ts'
import { Notes } from '../notes/Notes.tsx'
import { GoalFrame } from './GoalFrame.tsx'

export function GoalNotesPage() {
  const page = usePersonalPage(goalNotesPage)
  return (
    <GoalFrame goal={page?.goal ?? null}>
      {page && <Notes key={page.goal.id} notes={page.notes} goalId={page.goal.id} />}
    </GoalFrame>
  )
}

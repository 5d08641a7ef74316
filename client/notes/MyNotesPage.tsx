import { myNotesPage } from '../../domain/notes/api.ts'
import { usePersonalPage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { MyHeading } from '../my/MyHeading.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { Notes } from './Notes.tsx'

export function MyNotesPage() {
  const page = usePersonalPage(myNotesPage)
  const isLoading = useUser() && !page
  return (
    <>
      <MyHeading title="My Notes" />
      <ErrorBoundary what="your notes">
        {isLoading ? <Loading /> : <Notes notes={page?.notes ?? null} goalId={null} />}
      </ErrorBoundary>
    </>
  )
}

import type { ReactNode } from 'react'
import { SignInPrompt } from '../accounts/SignInPrompt.tsx'
import { useUser } from '../lib/user.ts'
import { Loading } from '../ui/loading/Loading.tsx'
import { Panels } from '../ui/Panels.tsx'
import { MyHeading } from './MyHeading.tsx'

interface Props<Data> {
  title: string
  actionText: string
  /** Null for visitors and while it loads. */
  page: Data | null
  /** Shown beside the title, only to signed-in users. */
  actions?: ReactNode
  children: (page: Data) => ReactNode
}

/** A personal page. Visitors see a sign-in prompt instead. */
export function MyPage<Data>({ title, actionText, page, actions, children }: Props<Data>) {
  const user = useUser()
  return (
    <>
      <MyHeading title={title} actions={user && actions} />
      <Panels>
        {!user ? <SignInPrompt actionText={actionText} /> : page ? <Body page={page}>{children}</Body> : <Loading />}
      </Panels>
    </>
  )
}

/** Renders by itself, so that a bad value in the page's own part leaves menu and heading. */
function Body<Data>({ page, children }: { page: Data; children: (page: Data) => ReactNode }) {
  return children(page)
}

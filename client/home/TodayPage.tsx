import { SignInPrompt } from '../accounts/SignInPrompt.tsx'
import { useUser } from '../lib/user.ts'
import { MyHeading } from '../my/MyHeading.tsx'
import { Panels } from '../ui/Panels.tsx'
import { Today } from './Today.tsx'

/** The first part of the home page, as a page of its own. */
export function TodayPage() {
  const user = useUser()
  return (
    <>
      <MyHeading title="Today" />
      <Panels>{user ? <Today /> : <SignInPrompt actionText="to see what’s on today" />}</Panels>
    </>
  )
}

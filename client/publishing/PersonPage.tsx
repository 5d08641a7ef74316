import IconNotebook from '@tabler/icons-react/dist/esm/icons/IconNotebook.mjs'
import { isAdmin } from '../../domain/accounts/user.ts'
import { personPage } from '../../domain/publishing/api.ts'
import { Face } from '../faces/Face.tsx'
import { RemoveFace } from '../faces/RemoveFace.tsx'
import { usePage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { late } from '../ui/loading/late.tsx'
import { ItemList } from './ItemList.tsx'
import { OwnerTools } from './OwnerTools.tsx'
import { ProfileFacts, ProfileNote } from './ProfileFacts.tsx'
import { PublicFrame } from './PublicFrame.tsx'

const BlockMenu = late(async () => (await import('../moderation/BlockMenu.tsx')).BlockMenu)

/** A person: their face, since when, what they host, their groups and their items (PUB-004, PUB-007). */
export function PersonPage() {
  const data = usePage(personPage)
  const user = useUser()
  const { person, books, items, isOwner, face, profile, canSwitch } = data
  const isStranger = user !== null && !isOwner && !canSwitch
  return (
    <PublicFrame
      {...data}
      title={person.title}
      picture={<Face username={person.username} size={72} known={face} />}
      note={<ProfileNote profile={profile} />}
      facts={<ProfileFacts profile={profile} />}
      book={null}
      actions={
        isStranger && (
          <>
            {isAdmin(user) && <RemoveFace username={person.username} known={face} />}
            {profile.is_main === 1 && <BlockMenu username={person.username} />}
          </>
        )
      }
    >
      {isOwner && <OwnerTools data={data} book={null} />}
      {isOwner && items.length === 0 && (
        <EmptyState
          icon={<IconNotebook size={40} aria-hidden />}
          text="You haven't written anything yet. Add an item, and everyone who opens this page can read it."
        />
      )}
      {items.length > 0 && (
        <ItemList
          page={personPage}
          items={items}
          isOwner={isOwner}
          writer={{ username: person.username, groups: books }}
        />
      )}
    </PublicFrame>
  )
}

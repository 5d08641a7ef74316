import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { createProgrammePage, storeProgramme, updateProgramme } from '../../domain/programmes/api.ts'
import { LONGEST_TITLE } from '../../domain/programmes/programme.ts'
import { ApprovedOnly } from '../accounts/ApprovedOnly.tsx'
import { call } from '../lib/api.ts'
import { makeOnce, newMaking } from '../lib/make-once.ts'
import { usePersonalPage } from '../lib/page.ts'
import { reloadAllPages } from '../lib/page-cache.ts'
import { MyPage } from '../my/MyPage.tsx'
import { EMPTY, type ProgrammeFields, ProgrammeForm } from './form/ProgrammeForm.tsx'

export function CreateProgrammePage() {
  const navigate = useNavigate()
  const making = useRef(newMaking())
  const { state } = useLocation()
  const [base] = useState(() => ({ form: { ...EMPTY, ...fieldsIn(state) }, revision: 0 }))
  return (
    <MyPage title="New Programme" actionText="to write a programme" page={usePersonalPage(createProgrammePage)}>
      {() => (
        <ApprovedOnly>
          <ProgrammeForm
            label="New Programme"
            base={base}
            making={making}
            submit="Save"
            save={async body => {
              const { made } = await makeOnce(
                body,
                making,
                (sent, key) => call(storeProgramme, { body: sent, key }),
                ({ path }) => call(updateProgramme, { params: { programme: path.split('/').at(-1) ?? '' }, body })
              )
              await reloadAllPages()
              await navigate(made.path)
            }}
          />
        </ApprovedOnly>
      )}
    </MyPage>
  )
}

/** The title and text that the builder made from a plan. */
function fieldsIn(state: unknown): Partial<ProgrammeFields> {
  const { title, text } = (state ?? {}) as Record<string, unknown>
  return {
    ...(typeof title === 'string' ? { title: title.slice(0, LONGEST_TITLE) } : {}),
    ...(typeof text === 'string' ? { text } : {})
  }
}

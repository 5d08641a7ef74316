import { useNavigate } from 'react-router'
import type { DataOf } from '../../domain/lib/page.ts'
import { updateProgramme, updateProgrammePage } from '../../domain/programmes/api.ts'
import { call } from '../lib/api.ts'
import { usePersonalPage } from '../lib/page.ts'
import { reloadAllPages } from '../lib/page-cache.ts'
import { MyPage } from '../my/MyPage.tsx'
import { useMerging } from '../ui/forms/ClashDialog.tsx'
import { type ProgrammeFields, ProgrammeForm } from './form/ProgrammeForm.tsx'

export function UpdateProgrammePage() {
  const page = usePersonalPage(updateProgrammePage)
  return (
    <MyPage title="Change Programme" actionText="to change a programme" page={page}>
      {({ programme }) => <Update key={programme.slug} programme={programme} />}
    </MyPage>
  )
}

function Update({ programme }: { programme: DataOf<typeof updateProgrammePage>['programme'] }) {
  const navigate = useNavigate()
  const merging = useMerging<ProgrammeFields>(() => ({ form: fieldsOf(programme), revision: programme.revision }), {
    labels: { about: 'What is it about?', text: 'Weeks and units' }
  })
  return (
    <>
      {merging.dialog}
      <ProgrammeForm
        label={`Change ${programme.title}`}
        base={merging.base}
        onRestore={merging.setBase}
        submit="Save"
        save={async (fields, show) => {
          await merging.save(fields, {
            send: body => call(updateProgramme, { params: { programme: programme.slug }, body }),
            read: fieldsOf,
            show
          })
          await reloadAllPages()
          await navigate(programme.path)
        }}
      />
    </>
  )
}

const fieldsOf = ({ title, about, text, source_name, source_url, visibility }: ProgrammeFields): ProgrammeFields => {
  return { title, about, text, source_name, source_url, visibility }
}

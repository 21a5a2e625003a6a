import { Field as BaseField } from '@base-ui/react/field'
import {
  DEFAULT_ACCENT,
  describeAccent,
  HEX_COLOUR,
  headlineProblem,
  isSameValue,
  languageProblem,
  MAX_HEADLINE,
  MAX_HOME_STORIES,
  MAX_KICKER,
  MAX_MENU,
  MAX_SITE_LINE,
  MAX_SITE_NAME,
  MAX_TAGLINE,
  menuAddressProblem,
  type Scheme,
  type SiteAnswer,
  type SiteFields,
  type SiteVersion,
} from '@nightdesk/contracts'
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import { api, explain } from '../../api.ts'
import { formatCount } from '../../format.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog, Question } from '../../ui/dialog.tsx'
import { Choice, control } from '../../ui/field.tsx'
import { Problem } from '../../ui/states.tsx'
import { notify } from '../notify.ts'
import { NewTabLink } from '../screen/button-link.tsx'
import { LeaveGuard } from '../screen/leave-guard.tsx'
import { Loaded } from '../screen/loaded.tsx'
import { measureSaveBar } from '../screen/measure-bar.ts'
import { Page, renameSite } from '../screen/page.tsx'
import { type ChosenPicture, PictureField } from '../screen/picture-field.tsx'
import { KeepOpen } from '../second-factors/sign-in-here.tsx'
import { LinksField } from './links-field.tsx'
import { changesOf, differences, FIELD_LABELS } from './site-fields.ts'
import { Changes, History } from './site-history.tsx'
import { Preview } from './site-preview.tsx'

export function SiteScreen() {
  return (
    <Page
      title="Site"
      intro="What readers see on every page. Nothing changes for them before you save."
      actions={<NewTabLink to={paths.home()}>View Site</NewTabLink>}
    >
      <LoadedForm />
    </Page>
  )
}

/** Asks for the site only when it is shown to an admin, as a refusal would end the session. */
function LoadedForm() {
  const saved = api.site.get.useQuery({})
  return (
    <Loaded query={saved} loading="Loading the site..." lines={6}>
      {(answer) => <SiteForm newest={answer} />}
    </Loaded>
  )
}

type Changed = Partial<SiteFields>
type Name = keyof SiteFields

function SiteForm({ newest }: { newest: SiteAnswer }) {
  const draft = useDraft(newest)
  const { base, changes, changed, save } = draft
  const form = useRef<HTMLFormElement>(null)
  const submittedFrom = useRef<Element>(null)
  // What is refused may be far above the button. Somebody who is at another field by now stays there.
  useEffect(() => {
    if (save.error && document.activeElement === submittedFrom.current)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [save.error])
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  /** A version to go back to, until it is answered whether unsaved changes may be lost. */
  const [asked, setAsked] = useState<SiteVersion | null>(null)
  function goBack(version: SiteVersion) {
    setAsked(null)
    setHistoryOpen(false)
    draft.goBack(version)
  }
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <form
        ref={form}
        aria-label="Site"
        noValidate
        className="flex min-w-0 flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          submittedFrom.current = document.activeElement
          draft.submit()
        }}
      >
        <Card title="Identity">
          <Identity {...draft} />
        </Card>
        <Card title="Home">
          <Home {...draft} />
        </Card>
        <Card title="Menu">
          <LinksField
            {...draft.field('menu')}
            label="Entries"
            hint={`At most ${MAX_MENU}, at the top of every page: pages, tags, feeds, other sites.`}
            problemAt={(path) => draft.problemOf(`menu.${path}`)}
          />
        </Card>
        <Card title="Footer">
          <Footer {...draft} />
        </Card>
        <div
          ref={measureSaveBar}
          className="save-bar sticky bottom-(--foot-height) z-10 -mx-4 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-bg px-4 py-3"
        >
          <span className="mr-auto text-sm text-muted max-sm:basis-full" role="status">
            {changed.length === 0 ? 'Saved' : `${formatCount(changed.length, 'change')} not saved yet`}
          </span>
          <Problem isSmall>{save.error && !draft.isConflict && explain(save.error)}</Problem>
          <Button onClick={() => setHistoryOpen(true)}>History</Button>
          <Button disabled={changed.length === 0 || save.isPending} onClick={draft.discard}>
            Discard
          </Button>
          <Button variant="primary" type="submit" disabled={changed.length === 0} isBusy={save.isPending}>
            Save
          </Button>
        </div>
      </form>
      <Preview changes={withoutUnfinished(changes)} version={base.version_number} />
      {draft.isConflict && (
        <Conflict base={base} newest={newest} mine={changes} onChoose={draft.changeNewest} />
      )}
      {isHistoryOpen && (
        <History
          current={newest}
          onGoBack={(version) => (changed.length > 0 ? setAsked(version) : goBack(version))}
          onClose={() => setHistoryOpen(false)}
        />
      )}
      <Question
        open={asked !== null}
        title="Go back without saving?"
        description="Your changes that are not saved yet are lost."
        yes="Go back"
        onYes={() => asked && goBack(asked)}
        onClose={() => setAsked(null)}
      />
      <LeaveGuard isLosing={changed.length > 0} description="Your changes of the site are lost." />
      <KeepOpen isUnsaved={changed.length > 0} onSignedIn={() => save.error && draft.submit()} />
    </div>
  )
}

type Draft = ReturnType<typeof useDraft>

/** The changes that are not saved yet, what they began with, and what their fields need. */
function useDraft(newest: SiteAnswer) {
  // What the changes began with: the newest version may be somebody else's.
  const [opened, setOpened] = useState(newest)
  const [changes, setChanges] = useState<Changed>({})
  const base = Object.keys(changes).length > 0 ? opened : newest
  /** Counts how often all changes were replaced, which also ends what is half typed. */
  const [round, setRound] = useState(0)
  /** Of pictures that were chosen here, by their ids. */
  const [urls, setUrls] = useState<Record<number, string>>({})
  const utils = api.useUtils()
  const current = { ...base.site, ...changes }

  const save = api.site.save.useMutation({
    onSuccess(answer, { changes: saved }) {
      // What was typed while it was saved is not saved yet.
      const isLeft = ([name, value]: [string, unknown]) =>
        !(name in saved) || !isSameValue(value, saved[name as Name]) // of its own keys
      setChanges((now) => changesOf(Object.fromEntries(Object.entries(now).filter(isLeft)), answer))
      setOpened(answer)
      renameSite(answer.site.name)
      utils.site.get.setData({}, answer)
      // Also when it is being asked for already: that answer may be older.
      utils.site.invalidate()
      notify({ title: 'Saved', description: 'Readers see the site like this from now on.' })
    },
    async onError(error) {
      if (error.data?.code === 'CONFLICT') await utils.site.get.refetch({})
    },
  })
  const send = (from: SiteAnswer, changes: Changed) =>
    save.mutate({ base_version: from.version_number, changes })
  const problemOf = (path: string) =>
    save.error?.data?.fields?.find((field) => field.path === `changes.${path}`)?.message

  function set(change: Changed) {
    if (!save.isPending) save.reset()
    setOpened(base)
    const saving = save.isPending ? save.variables.changes : {}
    setChanges((before) => {
      const all = { ...before, ...change }
      // What is as before again is no change, and follows the newest version, unless it is being saved as something else.
      const kept = Object.entries(all).filter(([name]) => name in saving)
      return { ...changesOf(all, base), ...Object.fromEntries(kept) }
    })
  }
  function changeNewest(all: Changed) {
    save.reset()
    setOpened(newest)
    setChanges(changesOf(all, newest))
    setRound(round + 1)
  }
  const field = <N extends Name>(name: N) => ({
    label: FIELD_LABELS[name],
    value: current[name],
    problem: problemOf(name),
    lockedBy: base.locked[name],
    onChange: (value: SiteFields[N]) => set({ [name]: value }),
  })
  const picture = (
    name: 'logo_image_id' | 'icon_image_id' | 'hero_image_id',
    key: 'logo' | 'icon' | 'hero_picture',
  ) => {
    const id = current[name]
    const url = id === base.site[name] ? base.site[key]?.url : urls[id ?? 0]
    return {
      ...field(name),
      value: id !== null && url !== undefined ? { image_id: id, url } : null,
      shape: 'whole' as const,
      onChange(chosen: ChosenPicture | null) {
        if (chosen) setUrls((known) => ({ ...known, [chosen.image_id]: chosen.url }))
        set({ [name]: chosen?.image_id ?? null })
      },
    }
  }
  return {
    base,
    current,
    changes,
    changed: Object.keys(changes),
    save,
    isConflict: save.error?.data?.code === 'CONFLICT' && newest.version_number > base.version_number,
    submit: () => send(base, changes),
    problemOf,
    field,
    picture,
    set,
    /** Replaces the changes by others of the newest version. */
    changeNewest,
    discard: () => changeNewest({}),
    round,
    goBack({ site }: SiteVersion) {
      const back = changesOf(site, newest)
      setUrls((known) => ({ ...known, ...urlsOf(site) }))
      changeNewest(back)
      send(newest, back)
    },
  }
}

const fields = 'flex flex-col gap-4'

const Identity = ({ current, field, picture, round }: Draft) => (
  <div className={fields}>
    <TextField {...field('name')} maxLength={MAX_SITE_NAME} required />
    <TextField {...field('tagline')} maxLength={MAX_TAGLINE} />
    <AccentField key={`light ${round}`} {...field('accent_light')} scheme="light" />
    <AccentField key={`dark ${round}`} {...field('accent_dark')} scheme="dark" />
    <PictureField
      {...picture('logo_image_id', 'logo')}
      hint="Shown in place of the name, 40 pixels high; in the dark theme on a light ground."
    />
    <PictureField
      {...picture('icon_image_id', 'icon')}
      hint="For tabs, feeds and home screens: a square of at least 512 pixels."
    />
    <TextField
      {...field('description')}
      maxLength={MAX_SITE_LINE}
      placeholder={current.tagline}
      hint="What search engines show below the name. Empty: the tagline."
    />
    <TextField
      {...field('language')}
      hint={`Of your stories: ${languageName(current.language)}. Its direction follows from it.`}
      check={languageProblem}
    />
    <TextField
      {...field('timezone')}
      suggestions={TIMEZONES}
      hint="Of the dates that readers see. Days of analytics begin by SITE_TIMEZONE."
    />
  </div>
)

const Home = ({ current, field, picture, set }: Draft) => (
  <div className={fields}>
    <TextField {...field('kicker')} maxLength={MAX_KICKER} />
    <TextField
      {...field('headline')}
      maxLength={MAX_HEADLINE}
      hint="Stars emphasize: *very*."
      check={headlineProblem}
      required
    />
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{FIELD_LABELS.hero}</legend>
      {HEROES.map(({ value, ...choice }) => (
        <Choice
          key={value}
          type="radio"
          name="hero"
          {...choice}
          checked={current.hero === value}
          onChange={() => set({ hero: value })}
        />
      ))}
    </fieldset>
    {current.hero === 'picture' && <PictureField {...picture('hero_image_id', 'hero_picture')} />}
    <TextField
      {...field('home_stories')}
      // An empty field is 0, which is refused.
      value={String(current.home_stories || '')}
      type="number"
      min={1}
      max={MAX_HOME_STORIES}
      onChange={(text) => set({ home_stories: Number(text) })}
    />
  </div>
)

const Footer = ({ field, problemOf }: Draft) => (
  <div className={fields}>
    <TextField {...field('footer_line')} maxLength={MAX_SITE_LINE} />
    <TextField
      {...field('licence')}
      maxLength={MAX_SITE_LINE}
      placeholder="© The authors. All rights reserved."
    />
    <LinksField
      {...field('footer_links')}
      hint="Before Corrections, Privacy Policy and Terms and Conditions."
      problemAt={(path) => problemOf(`footer_links.${path}`)}
    />
  </div>
)

/** Links that are still being typed are not previewed. */
const withoutUnfinished = (changes: Changed): Changed => {
  const finished = (links: SiteFields['menu']) =>
    links.filter(({ label, address }) => label.trim() && address && !menuAddressProblem(address.trim()))
  const { menu, footer_links } = changes
  return {
    ...changes,
    ...(menu && { menu: finished(menu) }),
    ...(footer_links && { footer_links: finished(footer_links) }),
  }
}

const urlsOf = (site: SiteAnswer['site']) =>
  Object.fromEntries(
    [
      [site.logo_image_id, site.logo?.url],
      [site.icon_image_id, site.icon?.url],
      [site.hero_image_id, site.hero_picture?.url],
    ].filter(([id]) => id !== null),
  )

const TIMEZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')]

const HEROES = [
  { value: 'drawing', label: 'The drawing', hint: 'Planets, in the colour of the text.' },
  { value: 'picture', label: 'A picture of your own', hint: 'It fills the side of the headline.' },
  { value: 'none', label: 'Nothing', hint: 'Only the headline.' },
] as const

function languageName(language: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language
  } catch {
    return 'unknown' // Intl throws a RangeError for what is no code
  }
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  label: string
  value: string
  hint?: string
  problem: string | undefined
  /** The variable that decides the field. */
  lockedBy: string | undefined
  suggestions?: readonly string[]
  check?(value: string): string | undefined
  onChange(value: string): void
}

function TextField(props: TextFieldProps) {
  const { label, value, hint, problem, lockedBy, suggestions, check, onChange, ...input } = props
  const listId = useId()
  // The server trims it, too: keyboards of phones add a space after a word.
  const shown = problem ?? check?.(value.trim())
  return (
    <BaseField.Root invalid={shown !== undefined} className="flex flex-col gap-1">
      <BaseField.Label className="text-sm font-medium">{label}</BaseField.Label>
      <BaseField.Control
        {...input}
        dir="auto"
        value={value}
        readOnly={lockedBy !== undefined}
        list={suggestions && listId}
        onValueChange={onChange}
        className={`h-10 w-full px-3 text-md ${control}`}
      />
      {suggestions && (
        <datalist id={listId}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
      {(lockedBy || hint) && (
        <BaseField.Description className="text-xs text-muted">
          {lockedBy ? `The variable ${lockedBy} of the server decides this.` : hint}
        </BaseField.Description>
      )}
      <Problem isSmall>{shown}</Problem>
    </BaseField.Root>
  )
}

interface AccentFieldProps {
  label: string
  value: string | null
  scheme: Scheme
  problem: string | undefined
  onChange(value: string | null): void
}

function AccentField({ label, value, scheme, problem, onChange }: AccentFieldProps) {
  const id = useId()
  const accent = value ?? DEFAULT_ACCENT
  /** What is in the field of the code, until it is one. */
  const [typed, setTyped] = useState<string | null>(null)
  const isCode = (text: string) => HEX_COLOUR.test(text.trim().toLowerCase())
  const isWrong = typed !== null && !isCode(typed)
  function type(text: string) {
    setTyped(text)
    if (isCode(text)) onChange(text.trim().toLowerCase())
  }
  function choose(chosen: string | null) {
    setTyped(null)
    onChange(chosen)
  }
  function reset() {
    document.getElementById(id)?.focus() // the button is removed with the colour
    choose(null)
  }
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="flex flex-wrap items-center gap-3">
        <input
          id={id}
          type="color"
          value={accent}
          aria-describedby={`${id}-words`}
          onChange={({ target }) => choose(target.value)}
          className="h-10 w-16 cursor-pointer rounded-control border border-control bg-surface p-1"
        />
        <input
          aria-label={`${label}, as a code`}
          value={typed ?? accent}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => type(target.value)}
          aria-invalid={isWrong || problem !== undefined}
          onBlur={() => isWrong || setTyped(null)}
          className={`h-10 w-28 px-3 font-mono text-sm ${control}`}
        />
        {value !== null && (
          <Button variant="ghost" onClick={reset}>
            Back to the yellow
          </Button>
        )}
      </div>
      <p id={`${id}-words`} className="text-xs text-muted" role="status">
        {describeAccent(accent, scheme)}
      </p>
      <Problem isSmall>{problem ?? (isWrong && 'Enter a colour as a code, such as #ffd21a')}</Problem>
    </div>
  )
}

interface ConflictProps {
  base: SiteAnswer
  newest: SiteAnswer
  mine: Changed
  /** What is left of the own changes. */
  onChoose(mine: Changed): void
}

/** Somebody else has changed the same fields. Theirs is what readers see now, so it is the default. */
function Conflict({ base, newest, mine, onChoose }: ConflictProps) {
  const both = differences(newest.site, base.site).filter(
    (name) => name in mine && !isSameValue(mine[name], newest.site[name]),
  )
  const theirs = Object.fromEntries(
    Object.entries(mine).filter(([name]) => !both.includes(name as Name)), // of its own keys
  )
  return (
    <Dialog
      open
      width="text"
      title="Somebody else has saved the site meanwhile"
      description="Your other changes are kept. Of these, choose one: theirs is what readers see now."
      onClose={() => onChoose(theirs)}
      body={<Changes names={both} before={newest.site} after={{ ...newest.site, ...mine }} />}
    >
      <Button onClick={() => onChoose(mine)}>Keep mine</Button>
      <Button variant="primary" onClick={() => onChoose(theirs)}>
        Keep theirs
      </Button>
    </Dialog>
  )
}

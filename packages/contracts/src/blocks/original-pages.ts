import type { OriginalPath } from '../rules/page-path.ts'
import type { Block, Node } from './model.ts'

/** A page as every site has it until somebody publishes another in its place. */
interface OriginalPage {
  title: string
  excerpt: string
  content: Block[]
}

export const ORIGINAL_TITLES: Record<OriginalPath, string> = {
  '/privacy': 'Privacy Policy',
  '/terms': 'Terms and Conditions',
}

/** The text that the specification gives a page. @param name of the site */
export const originalPage = (path: OriginalPath, name: string): OriginalPage => ({
  title: ORIGINAL_TITLES[path],
  ...TEXTS[path](name),
})

const TEXTS: Record<OriginalPath, (name: string) => Omit<OriginalPage, 'title'>> = {
  /** Describes what `reader/record-view.ts` sends and what the server’s analytics stores. Change them together. */
  '/privacy': (name) => ({
    excerpt: `What ${name} records when you read, and what it does not.`,
    content: [
      heading('Overview'),
      paragraph(
        `You can read ${name} without an account and without telling us who you are. We count how often articles are opened. Of readers we do not collect a name, an e-mail address or a network address, and we set no cookies.`,
      ),
      heading('Data Collection'),
      paragraph(
        'When you open an article, your browser sends us four things, and we note the time: a random identifier it made for itself and keeps in its local storage, the version of the article, the page you came from, and the kind of browser and device you use. The identifier says nothing about you, but it stays the same until you clear the data of this site, so that a second visit is not counted as a second reader.',
      ),
      paragraph(
        'If you were sent a link to a story that is not published yet, you may leave notes on it, signed with the name that you choose. Only the people who edit the story read them. A note is deleted with the story, or a month after it was dealt with and the link has ended.',
      ),
      paragraph(
        `The authors and editors of ${name} sign in. For them we keep what an account needs: a name and an e-mail address, for each sign-in its time, the kind of browser and the network address, and a log of what they changed. While they are signed in, the articles they open are counted as read by the desk.`,
      ),
      paragraph(
        'If your browser sends the Global Privacy Control or Do Not Track signal, your visit is not counted. Without JavaScript nothing is sent at all.',
      ),
      heading('How Data is Used'),
      paragraph(
        'The figures tell our authors how many people read an article, and how many come back. They are not used to recognize you, to advertise, or to build a profile.',
      ),
      heading('Data Storage'),
      paragraph(
        'Of the identifier, our server stores only keyed hashes, from which the identifier cannot be read back. The page you came from is cut down to its site, the browser to its family, such as Firefox, the device to its class: desktop, phone, tablet or TV. Your network address is not stored with it; it is used for a moment to stop floods of requests.',
      ),
      paragraph(
        'From each opening we count, per day and article, how many there were, from which sites, with which browsers and devices, and of which version of the text. Of openings that are not counted, such as those of robots, we keep only how many there were on a day, and why.',
      ),
      paragraph(
        'To count readers and not only openings, we keep for 60 days which hash came on which day and what it opened. Then the hashes of the day are replaced, by a key that we throw away: what was opened on that day can no longer be tied to any other day, nor to you. The single openings may then be moved to an archive, or be deleted. What stays are the counts, and two lists that nothing ties together: of each visitor the first and the last day and on how many they came, and of each article a hash for everyone who opened it, another one for every article, with the month in which they first did.',
      ),
      paragraph(
        'Your browser itself remembers how you like our pages to look, which stories you opened last and when, where you stopped in stories that you have not finished, and that you have seen our notice on analytics. None of this is sent to us. Clearing the data of this site removes it, and the identifier. ',
        link('/your-data', 'Your Data'),
        ' shows what is counted about your browser, and erases it.',
      ),
      heading('Third Parties'),
      paragraph(
        'We share none of this with anyone. Scripts and fonts come from this site alone. An article may show a picture that lies on another site; that site then sees that your browser asked for it, as with any picture on the web.',
      ),
    ],
  }),
  '/terms': (name) => ({
    excerpt: `The terms on which ${name} may be read.`,
    content: [
      heading('1. Acceptance'),
      paragraph(
        `By reading ${name} you accept these terms. If you do not accept them, please do not use the site.`,
      ),
      heading('2. Use of Content'),
      paragraph(
        'You may read the stories and articles here for yourself, link to them, and quote short passages with the name of the author and a link to the page. Anything beyond that needs permission.',
      ),
      heading('3. Content Ownership and Copyright'),
      paragraph(
        `The stories, articles and pictures belong to their authors or to ${name} and are protected by copyright. Nothing on this site hands that right over to you.`,
      ),
      heading('4. Analytics and Tracking'),
      paragraph(
        'We count how often an article is opened, without knowing by whom. The ',
        link('/privacy', 'Privacy Policy'),
        ' says exactly what is sent and stored, and how not to be counted.',
      ),
      heading('5. Disclaimer'),
      paragraph(
        'The site is offered as it is. Much of it is fiction: people, places and events in the stories are invented, and nothing here is professional advice.',
      ),
      heading('6. Limitations of Liability'),
      paragraph(
        `As far as the law allows, ${name} and its authors are not liable for damage that comes from using this site, from its being unavailable, or from other sites it links to.`,
      ),
      heading('7. Governing Law'),
      paragraph(
        'These terms are governed by the laws of Kenya, and the courts of Kenya decide disputes about them.',
      ),
    ],
  }),
}

const heading = (text: string): Block => ({ type: 'heading-two', children: [{ text }] })

const paragraph = (...parts: (string | Node)[]): Block => ({
  type: 'paragraph',
  children: parts.map((part) => (typeof part === 'string' ? { text: part } : part)),
})

const link = (url: string, text: string): Node => ({ type: 'link', url, children: [{ text }] })

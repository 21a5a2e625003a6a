import { code, codeBlock, image, italic, link, paragraph, quote, type Story, sceneBreak } from '../prose.ts'

export const theTideClerk: Story = {
  title: 'The Tide Clerk',
  excerpt:
    'The gate on the island is held open for eleven minutes every spring, and nobody living can say why. ' +
    'Maren has been sent to find out if it may be closed.',
  poster: 'tide-gate',
  tags: ['The Sea', 'Small Offices'],
  content: [
    paragraph`
      The man who wrote the gate had died in February, and by the end of March the Board wanted to know what
      he had written. They sent Maren, because she was young and did not mind boats.
    `,
    paragraph`
      The island was one of the ${link('https://en.wikipedia.org/wiki/Halligen', 'Halligen')}: a handful of
      houses on a handful of mounds in the grey North Sea, which twenty times a year comes over the fields and
      stands about the doorsteps, like cattle. Between the sea and the one freshwater ditch there was a sluice
      gate. It closed when the tide rose and opened when it fell. It had done so by hand for a hundred years
      and by computer for thirty, and through all of the thirty it had been looked after by Hinrich Johannsen,
      whose post in the Board’s accounts was called ${italic('tide clerk')} and whose salary, it turned out,
      had not been raised since 2009.
    `,
    paragraph`
      She had expected a mess. Men alone with one machine for thirty years tend to grow strange, and so do the
      machines. But the program was as plain as a swept room. Every line did one thing. She read it through on
      the first evening at his kitchen table, with the wind leaning on the window, and came only once to
      something that she did not understand.
    `,
    codeBlock('pascal', [
      'IF SpringTide AND (Month >= 3) AND (Month <= 5) AND Night THEN',
      '    (* Do not remove. Ask me. H.J. *)',
      '    HoldOpen := T#11m;',
      'END_IF;',
    ]),
    paragraph`
      She read it four times. At the top of the highest tides of spring, by night, when every reason in the
      world was for the gate to be shut, he had it stand open for eleven minutes and let the sea come in.
    `,
    image(
      'tide-ditch',
      'A ditch by moonlight seen from above, thousands of hair-thin lines bending through a narrow gate towards still water',
    ),
    paragraph`
      Not much sea. She worked it out on the back of the ferry timetable: the ditch would rise by the width of
      a hand. There would be salt in it, and then rain, and then there would not. But the Board insured that
      ditch, and the Board had asked in writing if there were ${italic('irregularities')}. She had the cursor
      on the line. It was a quarter of a second’s work.
    `,
    quote`Do not remove. Ask me.`,
    paragraph`
      It is a hard thing to be told by the dead. She shut the laptop, and went to ask everybody else.
    `,
    sceneBreak,
    paragraph`
      The schoolteacher thought it was to do with pressure. The pastor believed Hinrich had been lonely, and
      liked to hear the water come in. The woman who kept the inn said that he had once explained it to her
      for a whole evening, with drawings, but it had been her birthday and she retained nothing but the
      drawings, which had been of something like a hair. The harbour master said that if there was a thing
      Hinrich didn’t hold with, it was waste, and if he’d wanted eleven minutes it was because ten would not
      do.
    `,
    paragraph`
      She looked in the logs. For nineteen springs it had been ${code('T#10m')}. Then, one April night,
      changed at four in the morning: ${code('T#11m')}. No comment. The weather that night had been clear. She
      tried to picture an old man getting out of bed for the sake of one minute.
    `,
    paragraph`
      On Thursday there was a full moon, and high water at twenty past one. She could have watched it from the
      kitchen on a screen. But the screen would tell her what she knew already, that a number would change
      from 0 to 1, so she put on his oilskin, since hers was a thing for cities, and in the pocket of it, when
      she felt for a torch, there was one: a small red one, such as people use who do not want to be a
      nuisance.
    `,
    paragraph`
      It was very still. The sea stood at the gate brim-full and shining, a good metre higher than the land,
      as calm as a held breath. At one-fifteen the motors woke. The gate lifted by the width of a hand, and
      the water began to slide through, without noise, like cloth.
    `,
    paragraph`
      She lay down on the planks and put the red light on it. At first she thought there was something wrong
      with her eyes.
    `,
    paragraph`
      The water was full of threads. They were as long as her finger and clear as glass; she could see through
      them to the stones. Each one had two black specks at the front, which were eyes, and behind the eyes a
      beat, which was a heart. They were not drifting. They came along the wall, where the stream was slack,
      in a rope as thick as her arm, thousands upon thousands, shouldering upstream with a kind of terrible
      politeness. They had come from the
      ${link('https://en.wikipedia.org/wiki/Sargasso_Sea', 'Sargasso Sea')}. She remembered that from school,
      and that it takes two years, and that nobody had ever seen where it starts. They had crossed an ocean to
      find one ditch, and there was a door in the way, and someone had left it open.
    `,
    paragraph`
      She watched the clock on her wrist. Eight minutes; nine. They came and came. At ten minutes the rope was
      thinner, but it had not ended. There were stragglers, the small and the late. They came in twos and
      threes along the wall in the red light, and she found that she was saying something to them under her
      breath, and that it was ${italic('come on')}.
    `,
    paragraph`
      At eleven minutes the last one went through. The gate came down behind it.
    `,
    sceneBreak,
    paragraph`
      In the morning she wrote to the Board. She wrote that she had examined the program in full and had found
      it to be in order. There was one instruction whose purpose was not documented, and she had remedied
      this. She attached the change. It did not alter the behaviour of the gate in any respect.
    `,
    codeBlock('pascal', [
      'IF SpringTide AND (Month >= 3) AND (Month <= 5) AND Night THEN',
      '    (* The eels come in. Ten minutes is not enough for the small ones.',
      '       Do not remove. Ask me. M.P. *)',
      '    HoldOpen := T#11m;',
      'END_IF;',
    ]),
    paragraph`
      She read that over. Then she went down and asked at the inn what they wanted for a room until the end of
      May.
    `,
  ],
}

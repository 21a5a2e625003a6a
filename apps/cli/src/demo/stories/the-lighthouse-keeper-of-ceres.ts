import { code, image, italic, link, paragraph, quote, type Story, sceneBreak } from '../prose.ts'

export const theLighthouseKeeperOfCeres: Story = {
  title: 'The Lighthouse Keeper of Ceres',
  excerpt:
    'Every nine hours the lamp comes round to face the Earth, and every nine hours Imani writes one line ' +
    'in the log. On the four-thousandth turn there is already something on the page.',
  poster: 'ceres-lighthouse',
  tags: ['Space', 'Small Offices'],
  content: [
    paragraph`
      Every nine hours ${link('https://en.wikipedia.org/wiki/Ceres_(dwarf_planet)', 'Ceres')} turns over in
      its sleep and the lamp comes round to face the Earth, and every nine hours Imani writes one line in the
      log. The line is always short. The regulations ask for conditions, and the conditions on Ceres do not
      change. She has written ${italic('dark, cold, clear')} three thousand nine hundred and ninety-nine
      times.
    `,
    paragraph`
      The log is paper. People on the supply ships find this charming, and then, when they have thought about
      it for as long as it takes to drink a bulb of tea, sensible. Paper does not mind radiation. Paper cannot
      be updated from a great distance by somebody who has never seen the place. There are thirty thousand
      lines in the book, one for each turn, and the book is chained to the desk with a brass chain, as if
      anyone might run off with it, and as if there were anywhere to run.
    `,
    paragraph`
      On the four-thousandth turn she uncapped the pen, found her line, and saw that it had already been
      written. The hand was neat. The ink was the same government blue. The line said:
    `,
    quote`What colour is the lamp?`,
    paragraph`
      She looked behind her. It is not possible to look behind oneself in a room three metres wide without
      feeling foolish, and she felt foolish, and then she looked again.
    `,
    sceneBreak,
    paragraph`
      White, she thought. Obviously white. She had in her mind a lamp like the one in the picture book at her
      grandmother’s house in Kisumu: a striped tower, a wave like a raised hand, a cone of buttery light with
      a gull in it. She had been carrying that cone of light about for four years and it occurred to her now
      that it had come with her, in her luggage, and that she had never once climbed up to check it against
      the real one. The lamp looked after itself. The lamp was the only thing on Ceres that did. What she
      looked after was the pump, and the heater for the pump, and the log.
    `,
    paragraph`
      It took eleven minutes to go up. The steps were cut for a gravity in which nobody needs steps, so one
      rises along them hand over hand like a thought one would rather not have. At the top there was a hatch
      with a service plate, ${code('LMP-0417')}, and a film of frost over the plate that no glove had ever
      disturbed.
    `,
    image(
      'ceres-lamp-room',
      'The lamp room seen from inside: a dark lens on its stand, tall windows, and a small keeper on the last step',
    ),
    paragraph`
      She opened the hatch, and the lamp was off.
    `,
    paragraph`
      That was how it seemed. There was the great lens, petal over petal of glass. There was the turning gear,
      turning. Beyond the windows there was the ice plain and the near, bent horizon and the stars. There was
      no cone of light. There was no gull. Imani hung in the hatchway with her heart going, and did sums: four
      thousand turns, the ships that had passed, the ships that had steered by her. She thought of the phrase
      ${italic('for how long')}, which is the only phrase there is at such times.
    `,
    paragraph`
      Then she saw the sill. All round the room the frost lay thick as felt, except in one place, where it had
      been eaten away in a clean, narrow arc, as a cat’s back wears away one patch of a wall. She moved along
      the arc and it was facing the Sun’s small brightness, and the blue crumb beside it. She put her hand
      there. Even through the glove, after a minute, it was warm.
    `,
    paragraph`
      It was not off. It was only not for her. A lamp that is to be seen across three hundred million
      kilometres by the eye of a machine is tuned to the eye of a machine, and had been since before she was
      born; it burned a good way below red, where people see nothing. It said so, no doubt, in the manual. She
      had kept an invisible light for four years and logged it as if it were weather.
    `,
    paragraph`
      ${italic('What colour,')} though. The question did not say ${italic('what frequency')}. Whoever had
      asked it had stood here too.
    `,
    paragraph`
      It was the helmet that answered. Helmet cameras are cheap, and cheap cameras see a little further into
      the dark than they are meant to. She unclipped hers from her belt, where the regulations kept it, set it
      on the sill with its one eye to the lens, and sat down on the cold step to look at the small screen on
      the cuff.
    `,
    paragraph`
      On the screen the lamp was alight from edge to edge. It was a pale, burning violet, and it fell in
      petals. She knew that colour. It was the colour of Ngong Road in October, when the jacarandas let go all
      at once and the traffic stands hub-deep in it, and the boys who sell phone chargers walk between the
      cars with flowers in their hair and do not know it. She had driven through that every October of her
      life until she came here. She had left in order not to mind it so much, and it had come on ahead of her,
      and had been pouring out over her head all this time.
    `,
    sceneBreak,
    paragraph`
      When she got down she turned the book back four thousand lines, and four thousand is a great many, to
      where another keeper’s turns had ended and hers began. The hand was the same as hers, because the school
      at Bergen teaches only one. But at the foot of the page, where she had always taken it for a printer’s
      mark, somebody had put an answer to a question which somebody else must have left for him.
    `,
    quote`Fourteen, if you count the one that is loose. — T. Halvorsen`,
    paragraph`
      So she wrote hers. ${italic('Jacaranda,')} she put, small, at the end of the question, and then, because
      the regulations are the regulations, ${italic('dark, cold, clear.')}
    `,
    paragraph`
      After that she sat for some time with the pen. The book went on a long way past her, ruled and blank. In
      the end she counted off four thousand lines more and put down, in the neat hand that would look to
      whoever found it so very like their own: ${italic('What is under the loose step?')}
    `,
    paragraph`
      Then she unpicked the hem of her coat, where her mother had sewn a seed pod for luck, and went to find
      out which of the fourteen it was.
    `,
  ],
}

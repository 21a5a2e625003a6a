import { code, heading, image, italic, link, paragraph, quote, type Story, underline } from '../prose.ts'

export const rainRecorded: Story = {
  title: 'Rain, Recorded',
  excerpt:
    'In the third year without the long rains, an engineer in Nairobi finds that the telephone network has ' +
    'been listening to the weather all along.',
  poster: 'rain-antennas',
  tags: ['Kenya', 'Small Offices'],
  content: [
    heading`Signal`,
    paragraph`
      Rain is bad for telephones. Nobody who lives under a dry sky thinks of this, but a raindrop is about as
      wide as the waves that pass between two masts, and a great many raindrops together will swallow a call
      the way a crowd swallows a child. Engineers call it
      ${link('https://en.wikipedia.org/wiki/Rain_fade', 'rain fade')}. The masts shout a little louder to get
      through it, and every fifteen minutes each mast notes down how hard it had to shout. The note is a
      number. The number goes into a file. No one reads the file.
    `,
    paragraph`
      Wanjiru read it because in the third year without the long rains there was nothing else to do at night.
      She had the network desk, eleven to seven, at the top of a building on Upper Hill from which one could
      see the whole city lit and not one drop of water on it. The links were perfect. They had been perfect
      for twenty-six months. She had not had a fault from weather since her daughter was in nappies, and her
      daughter could now ask, reasonably, what an umbrella was for.
    `,
    paragraph`
      The files went back to 2009. She opened one to see what a fault used to look like, and there it was:
      link ${code('NGG-14')}, Ngong Hills to Karen, the ninth of April, a quarter past four in the afternoon.
      The line dropped, shook, dropped further, and climbed back out over forty minutes in a long unsteady
      curve. She knew that curve. She had been nineteen, without a coat, on the back of a motorcycle.
    `,
    heading`Mabati`,
    paragraph`
      Her father had been a man for tape recorders. Other fathers recorded weddings. Hers had hung a
      microphone from a nail under the roof, which was ${italic('mabati')}, corrugated iron, as everyone’s
      was, and recorded storms. He wrote the date on each cassette and nothing else. When she asked why, he
      said that it was the only music nobody could say he had chosen. The cassettes went in the move to
      Rongai, or the move after that.
    `,
    paragraph`
      So it was for him, at first. She bought four sheets of mabati and hung them in the generator hall, where
      nobody went, and screwed to each a small motor from a dead phone, hundreds of them, the kind that buzz.
      The number in the file said how much water had stood in the air between two masts. From how much, and
      how fast it changed, one could work out roughly how large the drops had been and how they fell. It was
      not a recording. It was more that the rain had leaned on something, and she had found the dent.
    `,
    image(
      'rain-dent',
      'A strip of signal log: a level line that falls into a ragged hollow, hung with falling drops, and climbs out again',
    ),
    paragraph`
      She ran the ninth of April at one in the morning. It began as a ticking. Then it thickened, and then the
      hall was full of it, and she found she had drawn her feet up on to the rung of the stool, to keep them
      dry.
    `,
    heading`Requests`,
    paragraph`
      The night watchman was the first. He stood at the door with his cap in his hands and asked if she had
      December 2015, Kitengela, because that was when the boy was born. She had it. The watchman told the
      woman who sold tea at the gate, and the tea seller told everyone, since that is what tea is for.
    `,
    paragraph`
      They came after midnight, by the service lift, six at a time. They gave a place and a date, and if they
      did not have the date they gave what they had: ${italic('the week the bridge went,')}
      ${italic('the night before the second election,')}
      ${italic('when I was still at Kenyatta, on the ward with the broken window.')} Wanjiru learned to find
      them. She had thought they would want the great storms. Hardly anyone did. They wanted the small rain of
      an ordinary evening, with a pot on, and everybody in.
    `,
    quote`
      It is not that I had forgotten the sound, an old man told her. It is that I had stopped expecting to be
      interrupted by it.
    `,
    paragraph`
      One woman asked for nothing. She said: any night, but ${underline('here')}. So Wanjiru played her the
      last one, the fourteenth of May two years gone, Upper Hill to Community, nine decibels at the deepest.
      It had lasted twelve minutes. Nobody in the city had looked up. The woman listened with her head on one
      side until the last drops had been let go one by one, then stayed where she was as people stay in a
      church, not praying, only reluctant to be the one who makes the first noise.
    `,
    heading`Probable cause`,
    paragraph`
      In October a pump failed at the dam and they were told there would be water on Tuesdays. That night
      there were forty people in the hall and more on the stairs. Somebody had asked for the big one,
      Westlands, 2018, and for once nobody minded. Wanjiru set it going and went back up to the desk, because
      the desk was her job. She could feel it in the floor even there.
    `,
    paragraph`
      At 02:15 the board showed an amber light. ${code('NGG-14')}: received level down three decibels. She
      watched it. Down five. She called the mast, and the mast reported itself in good health. She called the
      next one along the ridge. ${code('NGG-15')}: down four, and shaking.
    `,
    paragraph`
      A fault on one link is a fault. A fault on two is a power supply, or a hawk’s nest, or some fool with a
      crane. She opened a ticket, as she had been trained to. Link. Time. Severity. There was a box marked
      ${italic('probable cause')}, with a menu, and the menu kept the causes in the order in which they had
      lately been used. She went down it. Power. Vandalism. Dust. Firmware. Bird.
    `,
    paragraph`
      Below her they were listening, forty people, in the dark, with their eyes shut. It would be a while
      before any of them noticed that it had not stopped when it should. Wanjiru scrolled, and went on
      scrolling. It was a long way down.
    `,
  ],
}

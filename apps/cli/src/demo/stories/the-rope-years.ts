import {
  bulleted,
  image,
  italic,
  item,
  link,
  paragraph,
  quote,
  type Story,
  sceneBreak,
  subheading,
} from '../prose.ts'

export const theRopeYears: Story = {
  title: 'The Rope Years',
  excerpt:
    'The fog came in on a Tuesday, as it always had, and stayed for three years. We put up ropes between the ' +
    'houses, and after a while we forgot that a house had an outside.',
  poster: 'fog-village',
  tags: ['The Sea', 'Climate'],
  content: [
    paragraph`
      The fog came in on a Tuesday, as it always had, off the cold sea and up the ravine to where we had the
      nets. In our part of the ${link('https://en.wikipedia.org/wiki/Camanchaca', 'Norte Grande')} it does not
      rain. We hang mesh on the ridge, the fog walks through and leaves its water in the threads, and the
      water runs down a pipe to the tanks. By ten in the morning the fog goes home. That Tuesday it did not go
      home. It stayed for three years.
    `,
    paragraph`
      You will have seen the pictures from the satellite: the white thumb laid on the coast, just there, and
      nowhere else. People came to explain it. They could find the village only by its dogs. They said a
      current had shifted, and that it was temporary, and they were right on both counts, but it was a
      different thing to be inside of.
    `,
    subheading`The first year`,
    paragraph`
      You could see your own hand, if you brought it close and were fond of it. Old Eliseo stepped out to his
      goats and was found next morning sixty metres away with his arms round a fence post, talking to it.
      After that we put up the ropes. Every house gave what it had: net cord, washing line, the good blue
      polypropylene from the boats. They went from door to door at the height of the hip, and where two ropes
      met there was a knot, so that you would know by feel where you were.
    `,
    bulleted(
      item`A bowline was the school.`,
      item`Two half hitches, the tanks, and you minded the step.`,
      item`A monkey’s fist was Señora Pilar’s shop; she had tied it herself, as large as an orange, for trade.`,
      item`A figure of eight meant the cemetery path. Nobody had said so. We found that we all knew.`,
      item`A bare splice, smooth, no knot at all, was the edge of the ravine. You went back.`,
    ),
    image(
      'fog-ropes',
      'Ropes running hip-high through thick fog between the faint shapes of houses, with a large round knot where they meet',
    ),
    paragraph`
      My sister Inés was born in the second month of it. She was the quietest baby anyone had known, and
      turned her head toward a step long before we had heard it.
    `,
    subheading`The second year`,
    paragraph`
      There was a great deal of water. No one who is not from the desert will understand how indecent it was.
      The tanks ran over. Moss came up on the north side of things and afterwards on all the sides, since
      there was no north. My mother grew lettuces, for the first time in her life, and stood about among them
      like someone who has been left money.
    `,
    paragraph`
      We stopped painting the houses. We stopped, a little, dressing. People took to singing as they came
      along the ropes, so as not to collide, and everyone had one song, and it got to be a kind of name. The
      schoolmaster was ${italic('Gracias a la vida.')} The two brothers who did not speak to one another were
      both, by bad luck, the same cueca, and for a whole year they passed twice daily on the same rope with
      the same tune in their teeth, each refusing to change it. One evening in the white I heard them come up
      to each other and stop. Neither would let go of the rope to go round. They stood there, and then from
      the one place the tune started again, in two parts.
    `,
    quote`It was easier, Ramón said later, when I did not have to see his face being right.`,
    subheading`The third year`,
    paragraph`
      By then the small ones could run it. They ran with one finger on the rope, barely touching, and laughed
      at us. Inés drew a map of the village for the schoolmaster. She drew no houses on it. It was a drawing
      of the ropes, with every knot correct, and where the doors were she put the smell of the door: bread,
      dog, diesel, soap. He asked her where she was on it, and she was puzzled by the question. She pointed at
      all of it.
    `,
    sceneBreak,
    paragraph`
      It went on a Sunday. There was a thinness toward noon, and a sort of ache in the light, and then the
      roof of the church was simply there, with a gull on it, like a thing remembered. We came out to our
      doors. The fog went down the ravine at the pace of a person who has stayed too long and knows it. Behind
      it everything was green, and peeling, and much smaller, and terribly close together. Sixty metres! We
      had been calling across that as if it were the sea.
    `,
    paragraph`
      I looked at Señora Pilar and she had grown old. I suppose I was tall. People put up a hand to their
      hair. Nobody sang, because you could see who it was. The two brothers stood on either side of the plaza
      looking carefully at the church.
    `,
    paragraph`
      Inés was on the step with her eyes screwed up and her hand on the knot by our door. She was nearly
      three, and had never seen the house she lived in, nor that there was an end to it, with sky after that.
      I said, look, there is the shop. There is the school, there, the yellow one. I was so happy. I said, you
      can just ${italic('go')} there now, you can go straight across.
    `,
    paragraph`
      She looked at all that bare bright ground with no line on it anywhere. She asked me how anybody would
      know that she was coming.
    `,
    paragraph`
      We talked about it, that week, at the meeting. It was the brothers, in the end, who stood up, first one
      and then the other. That is why, if you come to visit us, and the bus puts you down in the plaza in the
      plain white sun, you will see ropes. They are quite sound. We see to the knots in March. You may walk
      wherever you like, of course, but you’ll find that people here go along with one finger on the line, and
      hum.
    `,
  ],
}

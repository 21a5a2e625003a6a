import {
  bold,
  image,
  italic,
  item,
  link,
  numbered,
  paragraph,
  type Story,
  sceneBreak,
  struck,
} from '../prose.ts'

export const matatuToTheMoon: Story = {
  title: 'Matatu to the Moon',
  excerpt:
    'We do not go to the Moon. We go to Gate Four at Longonot, from where other people go to the Moon. But ' +
    'nobody ever filled a fourteen-seater by shouting “Gate Four”.',
  poster: 'moon-matatu',
  tags: ['Kenya', 'Space'],
  content: [
    paragraph`
      We do not go to the Moon. I want to be clear, because there was a complaint. We go to Gate Four at
      ${link('https://en.wikipedia.org/wiki/Mount_Longonot', 'Longonot')}, from where other people go to the
      Moon. But nobody ever filled a fourteen-seater by shouting ${italic('Gate Four, Gate Four,')} so from
      five in the morning I hang out of the door at Kencom with one foot on the step and I shout
      ${italic('Moon! Mwezi! Moon, beba beba, Moon direct,')} and they come.
    `,
    paragraph`
      The vehicle is called ${bold('ESCAPE VELOCITY')}. Njoro drives. It has a Saturn on the bonnet, done by a
      boy in Dandora who had clearly seen a photograph, and down the side a portrait of the first woman from
      Nyeri to walk up there, with her visor open, which would kill her. Over the windscreen are the rules of
      the house:
    `,
    numbered(
      item`Fare to Gate Four is ${struck('200')} ${struck('250')} 350 bob. We also are crying.`,
      item`One bag. They will weigh it there, and they will be less nice than us.`,
      item`No goodbyes inside the vehicle. Do them on the ground.`,
      item`If you change your mind before Limuru, half fare back. After Limuru you must at least see the view.`,
    ),
    paragraph`
      You would be surprised how many times I have paid out on rule four.
    `,
    paragraph`
      They are young, the ones who go. Three years in the ice mines at the south pole, money home every month.
      They wear their good shoes. All the way up the escarpment they are loud, and then we come over the edge
      and the Valley opens, and far down on the floor of it there is the track, forty kilometres, straight as
      a parting in hair, going up the side of the old volcano. And they become quiet. If you are lucky one
      goes just then. You don’t hear anything. A bead runs up the line and off the end, and it does not come
      down.
    `,
    image(
      'moon-track',
      'The Rift Valley from the escarpment: a straight launch track climbing the side of a volcano beneath a large low moon',
    ),
    paragraph`
      Mama Achieng rode on Thursdays. She had no bag. She would sit in the front by Njoro, with her handbag on
      her knees, right down to Gate Four, and stay in her seat while everybody got out and did not say
      goodbye. Then she would ride back to town and pay me for both ways. For two both ways. The first time I
      told her, Mum, you have overpaid. She said, “The other is for my daughter. If she comes out of the gate
      and there is no seat, what will I say to her?”
    `,
    paragraph`
      I have left people in the rain for twenty bob. But I am telling you that for two years, on a Thursday,
      from Gate Four to Kencom, there was an empty seat in that vehicle and I looked at the person who asked
      me about it until they stopped asking.
    `,
    sceneBreak,
    paragraph`
      What nobody at Kencom shouts about is that they come back.
    `,
    paragraph`
      Not so many. You do three years at one-sixth and your bones forget you. They have a clinic by the gate,
      and swimming, and after some months most of them can walk. The rest wait on the bench, lying down, for
      someone to come with a vehicle, and I knew that they did because I had seen them, and the touts from the
      other crews had seen them as well. A person lying down is three seats. At 350 that is a thousand and
      fifty shillings. You learn to look at your phone.
    `,
    paragraph`
      So on that Thursday it was I who was looking at my phone, and it was Njoro who said, “Oti. She has got
      down.”
    `,
    paragraph`
      She had got down. In two years she had never got down. She was standing at the bench with her handbag
      open, and she had taken out the comb. The girl was as long as a bed and thin as a rumour. She had her
      eyes shut against the light, and Mama Achieng was combing her hair, not hurrying, as though there were
      all the time there is and a vehicle was not hooting behind us.
    `,
    paragraph`
      I went over. I said what I have to say, that we are a fourteen-seater. She said, “I have paid for one.”
      She had. I counted it up later, and the amount she had paid for that seat, you could have bought the
      seat.
    `,
    paragraph`
      I would like to tell you I did it at once. I stood. I was thinking of the sacco and the owner and the
      inspector at Kinungi. Then the girl, without opening her eyes, said in a voice with no air in it, “Is
      this the one with Saturn on it? On the Moon they talk about this one.”
    `,
    paragraph`
      There is a spanner under the driver’s seat, for arguments. Njoro already had it out. Seats in a matatu
      are held by four bolts each, and three of those are usually for show.
    `,
    sceneBreak,
    paragraph`
      We are an eleven-seater now. The sacco has fined us twice. On the left side where the second row was
      there is a mattress, with a belt, and because a person on her back has nothing to look at but other
      people’s handbags, we cut the roof and put a glass. The boy from Dandora came and painted stars round
      it. I told him it is a window, there are going to be real ones. He said, “Not in Nairobi.”
    `,
    paragraph`
      Going out we are still the same. ${italic('Moon, Moon, beba, one more, Moon direct.')} But I have found
      that I am a person who cannot be silent in one direction. So in the evening, when we have done our
      business at Gate Four and carried whoever there is to carry, I get up on the step, and I hold on to the
      rail, and there is that wind from the Valley, and the thing itself just coming up behind Longonot, the
      colour of a peeled orange.
    `,
    paragraph`
      And I shout what I don’t believe has ever been shouted on that road. I shout to the goats and the
      charcoal sellers.
      ${italic('Nairobi! Nairobi from the Moon! Bado mmoja. One seat, one seat. Home direct.')}
    `,
  ],
}

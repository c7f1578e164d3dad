/** The game of the welcome page: two engines in the fourth round. */

export const DEMO =
  "cc1 players=2 view=- rounds=6 reformed=0 amok=0 start=0 round=4 stage=place phase=place active=0 order=0,1 draw=- mover=- left=- space=- cell=- tile=- puts=- building=- unseen=0 calendar=!+,!0,!+,!0 bag=+:4,-:6,0:3 supply=w:30,a:30,e:30 market=w:12,a:10,e:11 stacks=1:3.3.3,2:1.0.1.1.2.0,3:3.3.2,4:3.2.2 faces=1:-,2:-,3:-,4:- pile=school:2,tailor:1,shed:1,hall:1,shop:1,tavern:2 gone=- top=tailor,doctor bottom=shop,doctor seat0=60;96;0;2;w:0,a:0,e:0;-;-;h0:4xc.NESW.wa,i0:entrance.NESW.wae,i1:2ic.NS.a,j0:2la.NW.wae,k0:3tc.ESW.-;4;4,4,3,3,2,2,1,1,0;-;-;-;0;- seat1=29;83;0;2;w:0,a:0,e:0;hall;-;h0:2lc.ES.e,i0:entrance.NESW.wae,i1:2ib.NS.ae,j0:4xb.NESW.wae;3;4,4,3,3,2,2,1,1,0;-;-;-;0;-";

{"src_id":"en/11","src_query":"Lowen","tgt_results":[["de/31",6],["de/32",3],["de/35",3],["de/33",2],["de/34",0],["de/38",0],["de/39",0]]}
{"src_id":"en/15","src_query":"Old Mill of Brun","tgt_results":[["de/35",6],["de/37",4],["de/36",2],["de/32",0],["de/33",0],["de/38",0],["de/39",0]]}
{"src_id":"en/18","src_query":"Brun market","tgt_results":[["de/37",6],["de/36",5],["de/35",3],["de/31",0],["de/32",0],["de/33",0],["de/38",0]]}
{"src_id":"en/19","src_query":"Elsa ferry","tgt_results":[["de/38",6],["de/33",4],["de/31",2],["de/32",0],["de/34",0],["de/35",0],["de/36",0]]}

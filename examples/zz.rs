fn main() {
    let mut args = std::env::args().skip(1);
    let preset = args.next().unwrap();
    let policy = stepgate::reply::Policy::named(&preset).unwrap();
    for text in args {
        let text = text.replace("\\N", "\n");
        let read = stepgate::reply::repair_with(&text, &policy);
        println!("{text:?}\n  {} {:?}", read.value.map_or("-".into(), |v| v.to_string()), read.error);
        for r in read.repairs {
            println!("    {} {}+{} {}", r.kind, r.offset, r.length, r.path);
        }
    }
}

use std::io::BufRead;
fn main() {
    for line in std::io::stdin().lock().lines() {
        let v: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
        let p = stepgate::reply::Policy::named(v[0].as_str().unwrap()).unwrap();
        let r = stepgate::reply::repair_with(v[1].as_str().unwrap(), &p);
        let kinds: Vec<_> = r.repairs.iter().map(|r| r.kind.clone()).collect();
        println!("{}", serde_json::json!({"v": r.value, "e": r.error.map(|e| e.kind), "k": kinds}));
    }
}

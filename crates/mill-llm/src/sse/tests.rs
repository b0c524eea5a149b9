use std::convert::Infallible;

use proptest::prelude::*;

use super::*;

fn chunks_of(text: &[u8], cuts: &[usize]) -> Vec<Result<Bytes, Infallible>> {
    let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut % (text.len() + 1)).collect();
    cuts.push(text.len());
    cuts.sort_unstable();
    let mut from = 0;
    cuts.into_iter()
        .map(|cut| {
            let chunk = Bytes::copy_from_slice(text.get(from..cut).unwrap_or_default());
            from = cut;
            Ok(chunk)
        })
        .collect()
}

fn read(text: &[u8], cuts: &[usize]) -> Vec<Result<(String, String), Broken>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    runtime.block_on(async {
        let stream = events(stream::iter(chunks_of(text, cuts)), Duration::from_mins(1));
        stream
            .map(|event| event.map(|event| (event.event, event.data)))
            .collect()
            .await
    })
}

const STREAM: &str = "event: message_start\r\ndata: {\"doc\":\"凭证\",\"cur\":\"¥\"}\r\n\r\n: keep-alive\r\n\r\n\
    data:no space 🧾\n\n: OPENROUTER PROCESSING\n\nevent: two\ndata: a\ndata: b\n\ndata: [DONE]\n\n";

fn expected() -> Vec<Result<(String, String), Broken>> {
    [
        ("message_start", "{\"doc\":\"凭证\",\"cur\":\"¥\"}"),
        ("message", "no space 🧾"),
        ("two", "a\nb"),
        ("message", "[DONE]"),
    ]
    .into_iter()
    .map(|(name, data)| Ok((name.to_owned(), data.to_owned())))
    .collect()
}

proptest! {
    #[test]
    fn any_split_of_the_bytes_gives_the_same_events(cuts in prop::collection::vec(0_usize..10_000, 0..40)) {
        prop_assert_eq!(read(STREAM.as_bytes(), &cuts), expected());
    }
}

#[test]
fn one_byte_per_chunk_gives_the_same_events() {
    let cuts: Vec<usize> = (0..STREAM.len()).collect();
    assert_eq!(read(STREAM.as_bytes(), &cuts), expected());
}

#[test]
fn a_last_event_without_blank_line_is_delivered() {
    let events = read(b"data: one\n\ndata: two", &[4]);
    assert_eq!(events.len(), 2);
    assert_eq!(events[1], Ok(("message".to_owned(), "two".to_owned())));
}

#[test]
fn bytes_that_are_not_text_break_the_stream() {
    let events = read(b"data: \xff\xfe\n\n", &[]);
    assert!(
        matches!(events.first(), Some(Err(Broken::Transport(_)))),
        "{events:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn keep_alives_restart_the_idle_timer_and_silence_ends_it() {
    let beats = stream::unfold(0_u32, |count| async move {
        let pause = if count < 5 { 50 } else { 120 };
        tokio::time::sleep(Duration::from_secs(pause)).await;
        Some((
            Ok::<_, Infallible>(Bytes::from_static(b": ping\n\n")),
            count + 1,
        ))
    });
    let started = tokio::time::Instant::now();
    let mut stream = events(beats, Duration::from_mins(1));
    assert_eq!(
        stream
            .next()
            .await
            .map(|event| event.map(|event| event.data)),
        Some(Err(Broken::Idle))
    );
    assert_eq!(started.elapsed().as_secs(), 5 * 50 + 60);
}
